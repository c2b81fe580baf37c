"""Tell `manage.py check` which sandbox plays uploads, or why none does and what to install."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Info, Warning
from django.utils.translation import gettext as _

from tournament.matches.availability import local_state


def check_sandbox(
    app_configs: Sequence[AppConfig] | None = None, **options: object
) -> list[CheckMessage]:
    """Return a warning where this machine cannot play uploaded bots."""
    state = local_state()
    if state.backend is not None:
        return []
    waits = _("No sandbox plays uploaded bots on this machine; they are kept and wait.")
    if settings.KNOCK_SANDBOX == "none":
        hint = _("KNOCK_SANDBOX is none. House bots play; workers elsewhere may play uploads.")
        return [Info(waits, hint=hint, id="matches.I001")]
    return [Warning(waits, hint=" ".join(state.reasons), id="matches.W001")]
