"""The rules as the site plays them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from thirtyone.rules import PRESETS
from tournament.web.rulebook import rows


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Tell the game, and list the rule sets."""
    return render(request, "web/rules.html", {"presets": list(PRESETS)})


@require_safe
def rule_set(request: HttpRequest, name: str) -> HttpResponse:
    """Show one rule set, key by key."""
    if name not in PRESETS:
        raise Http404
    context = {"name": name, "rows": rows(PRESETS[name]), "presets": list(PRESETS)}
    return render(request, "web/rule_set.html", context)
