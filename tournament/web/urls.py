"""The addresses of the pages."""

from django.urls import path

from tournament.web.views import accounts, bots, home, leagues, matches, rules

app_name = "web"
urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", home.healthz, name="healthz"),
    path("write/", home.write_a_bot, name="write_a_bot"),
    path("thirtyone-kit.zip", home.kit, name="kit"),
    path("sign-up/", accounts.sign_up, name="sign_up"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("bots/", bots.bots, name="bots"),
    path("bots/new/", bots.bot_new, name="bot_new"),
    path("bots/<slug:slug>/", bots.bot, name="bot"),
    path("bots/<slug:slug>/upload/", bots.version_new, name="version_new"),
    path("bots/<slug:slug>/leagues/<int:league>/", bots.bot_league, name="bot_league"),
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/new/", leagues.league_new, name="league_new"),
    path("leagues/<slug:slug>/", leagues.league, name="league"),
    path("leagues/<slug:slug>/edit/", leagues.league_edit, name="league_edit"),
    path("leagues/<slug:slug>/start/", leagues.league_start, name="league_start"),
    path("leagues/<slug:slug>/stop/", leagues.league_stop, name="league_stop"),
    path("matches/<uuid:pk>/", matches.match, name="match"),
    path("matches/<uuid:pk>/replay/", matches.replay, name="replay"),
    path("matches/<uuid:pk>/log/<int:seat>/", matches.seat_log, name="seat_log"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:name>/", rules.rule_set, name="rule_set"),
]
