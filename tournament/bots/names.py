"""Names and descriptions of bots: what is allowed, and the address made from a name. Pure."""

import unicodedata
from typing import Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.bots.refusals import AboutRefused, NameRefused

SHORTEST: Final = 2
LONGEST: Final = 40
ABOUT_LONGEST: Final = 280
SLUG_LONGEST: Final = 50
# Words that stand where a bot's address would stand.
_ADDRESSES_IN_USE: Final = {"new"}


def checked_name(text: str) -> str:
    """Return a name in normal form with single spaces; raises NameRefused."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise NameRefused(
            _("A name has %(fewest)d to %(most)d characters.")
            % {"fewest": SHORTEST, "most": LONGEST}
        )
    if not name.isprintable():
        raise NameRefused(_("This name has characters that cannot be shown."))
    if not any(char.isalnum() for char in name):
        raise NameRefused(_("A name needs at least one letter or digit."))
    return name


def checked_about(text: str) -> str:
    """Return a description on one line, without unprintable characters; raises AboutRefused."""
    about = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(about) > ABOUT_LONGEST:
        raise AboutRefused(
            _("A description has at most %(most)d characters.") % {"most": ABOUT_LONGEST}
        )
    return about


def slug_of(name: str, attempt: int = 1) -> str:
    """Return an address for a name; later attempts end in a number."""
    slug = slugify(name)[: SLUG_LONGEST - 5].strip("-") or "bot"
    if attempt == 1 and slug not in _ADDRESSES_IN_USE:
        return slug
    return f"{slug}-{attempt}"
