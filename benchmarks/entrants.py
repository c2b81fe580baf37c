"""Put house bots and thresholds at one table, and return what each block came to."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from thirtyone.bot import Bot
from thirtyone.in_process import InProcessPlayer
from thirtyone.kit.gathering import Gathering
from thirtyone.kit.heats import Setting, play_heats
from thirtyone.match import MatchResult
from thirtyone.offline import seed_from
from thirtyone.programs import HOUSE, find, load_class
from thirtyone.rules import Rules


@dataclass(frozen=True, slots=True)
class Entrant:
    """A house bot by name, loaded once; with ``knock_at`` the threshold bot at that value."""

    name: str
    knock_at: int | None = None

    @property
    def label(self) -> str:
        """What it is called in a table."""
        return self.name if self.knock_at is None else f"{self.name} {self.knock_at}"

    def in_process_player(self) -> InProcessPlayer:
        """Return a player that calls the bot in this process."""
        return InProcessPlayer(_bot_class(self))


@cache
def _bot_class(entrant: Entrant) -> type[Bot]:
    bot = load_class(HOUSE / entrant.name / "bot.py")
    if entrant.knock_at is not None:
        constants = bot.turn.__globals__
        for name in ("KNOCK_AT", "KNOCK_WITH_TABLE_CARDS_AT"):
            assert name in constants
            constants[name] = entrant.knock_at
    return bot


def plays(name: str, rules: Rules) -> bool:
    """Tell whether a house bot plays by such rules."""
    return find(name).plays().allows(rules)


def match(
    entrants: Sequence[Entrant], rules: Rules, blocks: int, seed: str, jobs: int = 1
) -> MatchResult:
    """Play a match in process, and return its result; raises AssertionError after any fault."""
    setting = Setting(tuple(entrants), rules, seed_from(seed), blocks, in_process=True)  # type: ignore[arg-type]
    gathering = Gathering(setting)
    for heat in play_heats(setting, jobs, gathering.add):
        assert not heat.evidence, heat.evidence
        gathering.heats.append(heat)
    return gathering.outcome([entrant.label for entrant in entrants], blocks).result
