"""The card game 31: rules, decks, rounds, games, matches and their records.

For a bot: ``from thirtyone import Bot, Situation``; the other names here judge hands and odds.

Nothing beyond the standard library is needed to import this package. Names are loaded when they
are first used, so that a bot's process starts with no more than it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from thirtyone.bot import Bot, Situation
    from thirtyone.hands import hand_value, is_special
    from thirtyone.odds import after_draw, against_lowest, best_of, dealt, unseen
    from thirtyone.rules import PRESETS, Form, Rules, RulesError, preset

_HOMES = {
    "Bot": "bot",
    "Situation": "bot",
    "hand_value": "hands",
    "is_special": "hands",
    "after_draw": "odds",
    "against_lowest": "odds",
    "best_of": "odds",
    "dealt": "odds",
    "unseen": "odds",
    "PRESETS": "rules",
    "Form": "rules",
    "Rules": "rules",
    "RulesError": "rules",
    "preset": "rules",
}

__all__ = [
    "PRESETS",
    "Bot",
    "Form",
    "Rules",
    "RulesError",
    "Situation",
    "after_draw",
    "against_lowest",
    "best_of",
    "dealt",
    "hand_value",
    "is_special",
    "preset",
    "unseen",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
