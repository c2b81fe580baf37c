"""The published rule of the decks can be followed in another language."""

import subprocess
from pathlib import Path

import pytest

from tests.parts import require
from thirtyone.cards import DECKS
from thirtyone.deal import Deals, block_seed

SEED = bytes(range(32))


@pytest.mark.real
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("block", [0, 7])
def test_a_program_in_perl_deals_the_same_decks(deck: str, block: int) -> None:
    require("perl")
    program = Path(__file__).with_name("deals.pl")
    argv = ["perl", str(program), SEED.hex(), "example", str(block), "deck/3", *DECKS[deck]]

    dealt = subprocess.run(argv, capture_output=True, text=True, check=True).stdout.split()

    assert tuple(dealt) == Deals(block_seed(SEED, "example", block), 3, deck).deck(3)


def test_it_takes_about_twenty_lines() -> None:
    lines = Path(__file__).with_name("deals.pl").read_text().splitlines()

    assert len([line for line in lines if line.strip() and not line.startswith("#")]) <= 22
