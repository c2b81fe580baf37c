"""Who is asking."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from tournament.accounts.models import User


def member(request: HttpRequest) -> User:
    """Return the person signed in; raises PermissionDenied where nobody is."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
