"""Bots: the list, a bot's page, uploads."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.bots.models import Bot
from tournament.bots.refusals import AboutRefused, NameRefused, NotTheOwner, UploadRefused
from tournament.bots.services import add_version, check_owner, create_bot
from tournament.bots.uploads import configured_limits
from tournament.leagues.models import League
from tournament.leagues.refusals import LeagueRefused
from tournament.leagues.services import join, leave
from tournament.web.forms.bots import BotForm, VersionForm
from tournament.web.fragments import owns
from tournament.web.reading import recent_matches
from tournament.web.requests import member


@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """List all bots."""
    found = Bot.objects.select_related("owner").order_by("house_folder", "name")
    return render(request, "web/bots.html", {"bots": found})


@require_safe
def bot(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a bot: versions, ratings, leagues, matches."""
    shown = get_object_or_404(Bot.objects.select_related("owner"), slug=slug)
    entered = set(shown.entries.values_list("league_id", flat=True))
    own = owns(request.user, shown)
    leagues = League.objects.open() if own else League.objects.filter(pk__in=entered)
    context = {
        "bot": shown,
        "own": own,
        "leagues": [(league, league.pk in entered) for league in leagues],
        "matches": recent_matches(shown, 10),
    }
    return render(request, "web/bot.html", context)


@login_required
def bot_new(request: HttpRequest) -> HttpResponse:
    """Upload a new bot."""
    form = BotForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("web:bot", slug=_create(request, form).slug)
        except NameRefused as refused:
            form.add_error("name", refused.message)
        except AboutRefused as refused:
            form.add_error("about", refused.message)
        except UploadRefused as refused:
            form.add_error("upload", refused.message)
        except LeagueRefused as refused:
            form.add_error("leagues", refused.message)
    return render(request, "web/bot_new.html", {"form": form, "limits": configured_limits()})


@transaction.atomic
def _create(request: HttpRequest, form: BotForm) -> Bot:
    """Make the bot and enter it; a league that refuses it leaves no bot behind."""
    said, person = form.cleaned_data, member(request)
    version = create_bot(person, said["name"], said["about"], said["upload"])
    for league in said["leagues"]:
        join(person, league, version.bot)
    return version.bot


@login_required
def version_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload the next version of one's own bot."""
    shown = get_object_or_404(Bot, slug=slug)
    try:
        check_owner(request.user, shown)
    except NotTheOwner as refused:
        raise PermissionDenied(refused.message) from refused
    form = VersionForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            add_version(shown, form.cleaned_data["upload"])
            return redirect("web:bot", slug=slug)
        except UploadRefused as refused:
            form.add_error("upload", refused.message)
    context = {"bot": shown, "form": form, "limits": configured_limits()}
    return render(request, "web/version_new.html", context)


@require_POST
@login_required
def bot_league(request: HttpRequest, slug: str, league: int) -> HttpResponse:
    """Enter one's bot into a league, or withdraw it."""
    shown = get_object_or_404(Bot, slug=slug)
    chosen = get_object_or_404(League, pk=league)
    try:
        if request.POST.get("do") == "leave":
            leave(member(request), chosen, shown)
            messages.success(request, _("Your bot plays there no more."))
        else:
            join(member(request), chosen, shown)
            messages.success(request, _("Your bot is entered and plays from the next round."))
    except LeagueRefused as refused:
        messages.error(request, refused.message)
    return redirect("web:bot", slug=slug)
