"""The front page, and what says that the site is up."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import etag, require_safe

from tournament.leagues.models import League
from tournament.web.author_kit import TOP, author_kit


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what Knock is, with the table of the default league."""
    league = League.objects.filter(is_default=True).first()
    return render(request, "web/home.html", {"league": league})


@require_safe
def write_a_bot(request: HttpRequest) -> HttpResponse:
    """Show how a bot is written."""
    return render(request, "web/write_a_bot.html", {"kit": author_kit()})


@require_safe
@etag(lambda request: f'"{author_kit().sha256}"')
def kit(request: HttpRequest) -> HttpResponse:
    """Send the author's kit."""
    return HttpResponse(
        author_kit().content,
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{TOP}.zip"'},
    )


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer once the database answers."""
    connection.ensure_connection()
    return HttpResponse("ok\n", content_type="text/plain")
