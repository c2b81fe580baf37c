"""Read what a bot did wrong: the public part for everybody, the rest for its owner."""

from tournament.accounts.models import User
from tournament.bots.refusals import NotTheOwner
from tournament.bots.services import check_owner
from tournament.matches.models import Fault, Match, Seat


def public_faults(match: Match) -> list[Fault]:
    """Return a match's faults, in order, with their evidence left out."""
    faults = list(
        Fault.objects.filter(seat__match=match)
        .select_related("seat__version__bot")
        .defer("evidence")
    )
    for fault in faults:
        fault.evidence = None
    return faults


def own_faults(person: User, seat: Seat) -> list[Fault]:
    """Return the faults of a seat with their evidence; raises NotTheOwner."""
    check_owner(person, seat.version.bot)
    return list(Fault.objects.filter(seat=seat))


def own_log(person: User, seat: Seat) -> str:
    """Return the end of what a bot wrote to stderr in a match; raises NotTheOwner."""
    check_owner(person, seat.version.bot)
    log = getattr(seat, "log", None)
    return "" if log is None else str(log.text)


def may_see_evidence(person: object, seat: Seat) -> bool:
    """Say whether a person owns the bot in a seat."""
    try:
        check_owner(person, seat.version.bot)
    except NotTheOwner:
        return False
    return True
