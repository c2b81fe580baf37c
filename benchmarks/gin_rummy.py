"""The yardstick: OpenSpiel's gin rummy, the card game there that is nearest to 31.

It comes with the extra ``benchmark``: ``pip install -e '.[benchmark]'``.
"""

import random
from time import process_time

import pyspiel


def rate(decisions: int, seed: int) -> float:
    """Return decisions a second of CPU time, dealing included, of players that choose at random.

    Only players' decisions count, as in 31; a card dealt or drawn is a step of OpenSpiel's too,
    and is drawn in the fastest way that it offers.
    """
    chance = random.Random(seed)
    game = pyspiel.load_game("gin_rummy")
    made = 0
    started = process_time()
    while made < decisions:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                state.observation_string(state.current_player())
                made += 1
            state.apply_action(legal[int(chance.random() * len(legal))])
    return made / (process_time() - started)
