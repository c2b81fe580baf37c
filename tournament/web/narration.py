"""Tell what happened at the table in the reader's language."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thirtyone.events import Event, EventKind
from thirtyone.game import EndReason, GameState
from thirtyone.record import Step
from tournament.web.templatetags.cards import spoken
from tournament.web.templatetags.said import fault as fault_said

_TELLING: Final = {
    EventKind.KNOCK: gettext_lazy("%(bot)s knocks."),
    EventKind.STOCK: gettext_lazy("%(bot)s draws the %(card)s from the stock."),
    EventKind.TAKE: gettext_lazy("%(bot)s takes the %(card)s."),
    EventKind.DISCARD: gettext_lazy("%(bot)s discards the %(card)s."),
    EventKind.DECLARE: gettext_lazy("%(bot)s declares."),
    EventKind.RESHUFFLE: gettext_lazy("The discards are shuffled into a new stock."),
    EventKind.FORFEIT: gettext_lazy("%(bot)s forfeits the game."),
    EventKind.KEEP: gettext_lazy("%(bot)s keeps the hand dealt. On the table: %(cards)s."),
    EventKind.REPLACE: gettext_lazy("%(bot)s takes three new cards. On the table: %(cards)s."),
    EventKind.SWAP: gettext_lazy("%(bot)s swaps the %(card)s for the %(took)s."),
    EventKind.SWAP_THREE: gettext_lazy("%(bot)s swaps all three. On the table: %(cards)s."),
    EventKind.PASS: gettext_lazy("%(bot)s passes."),
    EventKind.REFRESH: gettext_lazy("Everybody has passed. On the table: %(cards)s."),
}
_SHOWING: Final = gettext_lazy("%(bot)s shows %(cards)s.")
_ENDING: Final = {
    EndReason.SHOWDOWN: gettext_lazy("The hands are shown."),
    EndReason.MAX_LAPS: gettext_lazy("The laps are up and the hands are shown."),
    EndReason.STOCK_OUT: gettext_lazy("No cards are left for the table and the hands are shown."),
    EndReason.SPECIAL: gettext_lazy("The round ends at once."),
    EndReason.DEALT_SPECIAL: gettext_lazy("The cards dealt end the round."),
    EndReason.FORFEIT: gettext_lazy("Nobody is left to play against."),
}


def tell(step: Step, before: GameState | None, names: Sequence[str]) -> str:
    """Tell a step of a replay; `names` are the bots in seat order, `before` the state before it."""
    parts = [] if step.action or step.fault else [_deal(step.state, names)]
    if step.fault is not None:
        parts.append(_("Fault: %(fault)s.") % {"fault": fault_said(step.fault.name.value)})
    parts.extend(_events(step.events, names))
    if step.state.round_result is not None and (before is None or before.round_result is None):
        parts.append(_result(step.state, names))
    if step.state.game_over:
        parts.append(_winners(step.state, names))
    return " ".join(part for part in parts if part)


def _deal(state: GameState, names: Sequence[str]) -> str:
    if state.play is None:
        return _("The game was over before a card was dealt.")
    dealer = names[state.play.seating.dealer]
    told = _("Round %(round)d: %(bot)s deals.") % {"round": state.round + 1, "bot": dealer}
    if state.play.open_cards and not any(event.cards for event in state.events):
        told += " " + _("On the table: %(cards)s.") % {"cards": _cards(state.play.open_cards)}
    return told


def _cards(cards: Iterable[str]) -> str:
    return ", ".join(map(spoken, cards))


def _events(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    return [
        str(_SHOWING if event.kind is EventKind.DECLARE and event.cards else _TELLING[event.kind])
        % {
            "bot": names[event.seat],
            "card": spoken(event.card) if event.card else _("top card"),
            "took": spoken(event.took) if event.took else "",
            "cards": _cards(event.cards),
        }
        for event in events
    ]


def _result(state: GameState, names: Sequence[str]) -> str:
    result = state.round_result
    assert result is not None
    parts = [str(_ENDING[result.reason])]
    if result.void:
        parts.append(_("The round is void."))
    else:
        parts.extend(
            _("%(bot)s loses %(lost)d.") % {"bot": names[seat], "lost": lost}
            for seat, lost in enumerate(result.lost)
            if lost
        )
    parts.extend(_("%(bot)s is out.") % {"bot": names[seat]} for seat in result.out)
    return " ".join(parts)


def _winners(state: GameState, names: Sequence[str]) -> str:
    places = state.standing.places or ()
    first = [names[seat] for seat, place in enumerate(places) if place == min(places)]
    return _("%(bots)s wins the game.") % {"bots": ", ".join(first)}
