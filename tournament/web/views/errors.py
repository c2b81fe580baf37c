"""Pages for what went wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def _page(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    context = {"title": title, "message": message}
    return render(request, "web/error.html", context, status=status)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Say that this is somebody else's."""
    message = str(exception) or _("This page is for somebody else.")
    return _page(request, 403, _("Not for you"), message)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Say that there is nothing here."""
    message = _("There is nothing at this address. It may have moved, or never have been here.")
    return _page(request, 404, _("Nothing here"), message)


def broken(request: HttpRequest) -> HttpResponse:
    """Say that the mistake is ours; needs no database."""
    return render(request, "web/broken.html", status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that the form has grown old."""
    message = _("This form has expired. Go back, load the page again and send it once more.")
    return _page(request, 403, _("Please try again"), message)
