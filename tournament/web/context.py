"""What every page knows."""

from typing import Any

from django.http import HttpRequest

from tournament.leagues.services import may_organise
from tournament.matches.availability import sandbox_state


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the state of the sandbox, and whether the viewer may make leagues."""
    user = getattr(request, "user", None)
    return {
        "sandbox": sandbox_state(),
        "is_organiser": bool(user and user.is_authenticated and may_organise(user)),
    }
