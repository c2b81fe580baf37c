"""The front page, and what says that the site is up."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.leagues.models import League


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what Knock is, with the table of the default league."""
    league = League.objects.filter(is_default=True).first()
    return render(request, "web/home.html", {"league": league})


@require_safe
def write_a_bot(request: HttpRequest) -> HttpResponse:
    """Show how a bot is written."""
    return render(request, "web/write_a_bot.html")


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer once the database answers."""
    connection.ensure_connection()
    return HttpResponse("ok\n", content_type="text/plain")
