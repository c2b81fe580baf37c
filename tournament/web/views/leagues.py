"""Leagues: the list, a league's page, and what its organiser does."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import dateformat, timezone
from django.views.decorators.http import require_POST, require_safe

from thirtyone.rules import Rules
from tournament.accounts.models import User
from tournament.leagues.calendar import ScheduleRefused, read_schedule
from tournament.leagues.models import League
from tournament.leagues.refusals import LeagueRefused, TermsRefused
from tournament.leagues.services import (
    create_league,
    edit_league,
    may_organise,
    start_league,
    stop_league,
)
from tournament.web.forms.leagues import LeagueForm, time_zones
from tournament.web.requests import member

FIXTURES_SHOWN = 5


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """List all leagues."""
    return render(
        request, "web/leagues.html", {"leagues": League.objects.select_related("organiser")}
    )


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league with its live table and rounds."""
    shown = get_object_or_404(League.objects.select_related("organiser", "pool__anchor"), slug=slug)
    user = request.user
    context = {
        "league": shown,
        "rules": Rules.from_json(shown.rules),
        "may_organise": isinstance(user, User) and may_organise(user, shown),
    }
    return render(request, "web/league.html", context)


@login_required
def league_new(request: HttpRequest) -> HttpResponse:
    """Make a league."""
    _check_organiser(request)
    form = LeagueForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and "preview" not in request.POST:
        try:
            made = create_league(member(request), form.terms())
            return redirect("web:league", slug=made.slug)
        except TermsRefused as refused:
            form.add_refusals(refused.errors)
    return _form_page(request, form)


@login_required
def league_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a league's terms."""
    shown = get_object_or_404(League, slug=slug)
    _check_organiser(request, shown)
    form = LeagueForm(request.POST) if request.method == "POST" else LeagueForm.of(shown)
    if form.is_bound and form.is_valid() and "preview" not in request.POST:
        try:
            edit_league(member(request), shown, form.terms(shown))
            return redirect("web:league", slug=slug)
        except TermsRefused as refused:
            form.add_refusals(refused.errors)
    return _form_page(request, form, shown)


@require_POST
@login_required
def league_start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a league."""
    return _change(request, slug, start_league)


@require_POST
@login_required
def league_stop(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop a league."""
    return _change(request, slug, stop_league)


def _change(
    request: HttpRequest, slug: str, service: Callable[[User, League], League]
) -> HttpResponse:
    try:
        service(member(request), get_object_or_404(League, slug=slug))
    except LeagueRefused as refused:
        messages.error(request, refused.message)
    return redirect("web:league", slug=slug)


def _check_organiser(request: HttpRequest, shown: League | None = None) -> None:
    if not may_organise(member(request), shown):
        raise PermissionDenied


def _form_page(request: HttpRequest, form: LeagueForm, shown: League | None = None) -> HttpResponse:
    context = {
        "form": form,
        "league": shown,
        "time_zones": time_zones(),
        "fixtures": _next_fixtures(form),
    }
    return render(request, "web/league_form.html", context)


def _next_fixtures(form: LeagueForm) -> list[str]:
    """Say the first moments of the schedule in the form, in its own time zone."""
    try:
        schedule = read_schedule(str(form["cron"].value()), str(form["time_zone"].value()))
    except ScheduleRefused:
        return []
    moments: list[str] = []
    moment = timezone.now()
    for _ in range(FIXTURES_SHOWN):
        moment = schedule.next_after(moment)
        moments.append(dateformat.format(moment.astimezone(schedule.zone), "l j F Y, H:i T"))
    return moments
