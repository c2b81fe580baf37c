"""A match, its replay, and the log of one's own bot."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from thirtyone.cards import DECKS
from thirtyone.record import Record, decode
from thirtyone.rules import Form
from tournament.matches.models import Match, SeatLog, Status
from tournament.web.fragments import owns
from tournament.web.reading import MatchPage
from tournament.web.replays import frames


@require_safe
def match(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show a match."""
    shown = get_object_or_404(Match.objects.defer("record"), pk=pk)
    return render(request, "web/match.html", {"page": MatchPage.of(shown, request.user)})


@require_safe
def replay(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show one game of a finished match, move by move."""
    shown = get_object_or_404(Match, pk=pk, status=Status.FINISHED)
    record = decode(bytes(shown.record or b""))
    page = MatchPage.of(shown, request.user)
    games = record.plan.games
    number = _within(request.GET.get("game"), len(games))
    block, rotation = games[number - 1]
    moments = frames(record, block, rotation, [seat.version.bot.name for seat in page.seats])
    step = _within(request.GET.get("step"), len(moments))
    seated = [page.seats[entrant] for entrant in _entrants(record, rotation)]
    context = {
        "page": page,
        "games": games,
        "number": number,
        "step": step,
        "frame": moments[step - 1],
        "frames": [moment.to_json() for moment in moments],
        "order": list(zip(seated, moments[step - 1].seats, strict=True)),
        "deck": DECKS[record.rules.deck],
        "on_the_bus": record.rules.bus_length is not None,
        "has_table_cards": record.rules.form is Form.EXCHANGE,
    }
    return render(request, "web/replay.html", context)


def _entrants(record: Record, rotation: int) -> list[int]:
    plan = record.plan
    return [plan.entrant_at(seat, rotation) for seat in range(plan.entrants)]


def _within(text: str | None, most: int) -> int:
    """Return a number from the address, from 1 to `most`."""
    digits = text if text and text.isascii() and text.isdigit() and len(text) < 9 else "1"
    return min(max(1, int(digits)), most)


@require_safe
@login_required
def seat_log(request: HttpRequest, pk: UUID, seat: int) -> HttpResponse:
    """Send what one's own bot wrote to standard error in a match."""
    log = (
        SeatLog.objects.filter(seat__match=pk, seat__number=seat)
        .select_related("seat__version__bot")
        .first()
    )
    if log is None:
        raise Http404
    if not owns(request.user, log.seat.version.bot):
        raise PermissionDenied
    response = HttpResponse(log.text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{pk}-{seat + 1}.log"'
    return response
