"""Play matches at home: bots as plain processes, or called in this one for speed."""

from __future__ import annotations

import hashlib
import math
import secrets
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from thirtyone.match import MatchPlan, MatchResult
from thirtyone.players import Player
from thirtyone.programs import Program
from thirtyone.referee import MatchOutcome, play_match
from thirtyone.rules import Rules

_FEWEST_BLOCKS: Final = 10
"""Below this many blocks no interval is given: a spread of so few says little."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A score between 0 and 1 and the 95% interval around it, in which a block is one observation.

    ``low`` and ``high`` are None where there are too few blocks.
    """

    score: float
    low: float | None
    high: float | None


def strengths(result: MatchResult) -> tuple[Strength, ...]:
    """Return the strength of each entrant in a match."""
    blocks = result.complete_blocks
    by_block = [result.block_scores(block) for block in blocks]
    found = []
    for entrant, score in enumerate(result.scores):
        scores = [of_block[entrant] for of_block in by_block]
        if len(scores) < _FEWEST_BLOCKS:
            found.append(Strength(score, None, None))
            continue
        margin = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores))
        found.append(Strength(score, max(0.0, score - margin), min(1.0, score + margin)))
    return tuple(found)


def seed_from(text: str | None) -> bytes:
    """Return a match's seed: 64 hexadecimal digits as they are, other text hashed, None random."""
    if text is None:
        return secrets.token_bytes(32)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    return (
        seed if len(seed) == 32 else hashlib.sha256(text.encode(errors="surrogateescape")).digest()
    )


def play(
    programs: Sequence[Program], rules: Rules, blocks: int, seed: bytes, in_process: bool
) -> MatchOutcome:
    """Play a match of programs on this machine; raises RulesError, NoSuchBot and OurFault."""
    plan = MatchPlan("offline", rules, len(programs), blocks, seed)

    def open_players(rotation: int) -> list[Player]:
        return [p.in_process_player() if in_process else p.player() for p in programs]

    return play_match(plan, open_players, entrants=[program.name for program in programs])
