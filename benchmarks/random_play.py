"""Play games of 31 with players that choose any legal action, each as likely as the others."""

import random
import resource
from pathlib import Path
from time import process_time
from typing import Final

from thirtyone.forms import FORMS
from thirtyone.game import actor, apply, legal_actions, new_game, next_round
from thirtyone.rules import PRESETS, Form, Rules
from thirtyone.view import view

PRESET_OF: Final = {Form.DRAW: "norwegian", Form.EXCHANGE: "dutch-a7"}


def rules_of_forms() -> dict[Form, Rules]:
    """Return one preset for each form that is played."""
    return {form: PRESETS[PRESET_OF[form]] for form in FORMS}


def play_decisions(rules: Rules, seats: int, decisions: int, seed: int) -> None:
    """Play games until so many decisions are made, through the verbs that the referee uses.

    The last game is played to its end, so there are a few more.
    """
    chance = random.Random(seed)
    made = 0
    while made < decisions:
        state = new_game(rules, seats, chance.randbytes(32))
        while not state.game_over:
            seat = actor(state)
            if seat is None:
                state = next_round(state)
                continue
            legal = legal_actions(state)
            view(state, seat)
            state = apply(state, legal[int(chance.random() * len(legal))])
            made += 1


def rate(rules: Rules, seats: int, decisions: int, seed: int) -> float:
    """Return decisions a second of CPU time, dealing and settling included."""
    started = process_time()
    play_decisions(rules, seats, decisions, seed)
    return decisions / (process_time() - started)


def resident_bytes() -> int:
    """Return how much memory this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()
