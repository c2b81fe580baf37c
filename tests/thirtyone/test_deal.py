"""Decks from a seed: the published rule, and what is promised about it."""

import hashlib
import hmac
import re
from collections import Counter
from pathlib import Path

import pytest

from thirtyone.cards import CARDS, DECKS
from thirtyone.deal import Deals, _below, block_seed, commitment, lay_out

PAGE = Path(__file__).parents[2] / "docs" / "deals.md"
MATCH_SEED = bytes(range(32))
BLOCK = block_seed(MATCH_SEED, "example", 0)


def reference_shuffle(seed, label, cards):
    """Follow docs/deals.md with nothing of the engine's own."""
    cards = list(cards)
    words = []
    counter = 0
    for last in range(len(cards) - 1, 0, -1):
        while True:
            if not words:
                text = f"knock/1/{label}/{counter}"
                digest = hmac.new(seed, text.encode("utf-8"), hashlib.sha256).digest()
                words = [digest[i] * 256 + digest[i + 1] for i in range(0, 32, 2)]
                counter += 1
            word = words.pop(0)
            if word < 65536 // (last + 1) * (last + 1):
                break
        chosen = word % (last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


@pytest.mark.parametrize("deck_name", DECKS)
@pytest.mark.parametrize("round_number", [0, 1, 17, 199])
def test_decks_follow_the_published_rule(deck_name, round_number):
    expected = reference_shuffle(BLOCK, f"deck/{round_number}", DECKS[deck_name])

    assert Deals(BLOCK, 3, deck_name).deck(round_number) == expected


def test_reshuffles_follow_the_published_rule():
    pile = CARDS[7:30]

    expected = reference_shuffle(BLOCK, "reshuffle/4/1", pile)

    assert Deals(BLOCK, 3, "52").reshuffle(4, 1, pile) == expected


def test_block_seeds_and_the_commitment_follow_the_published_rule():
    expected = hmac.new(MATCH_SEED, b"knock/1/block/3/a-match", hashlib.sha256).digest()

    assert block_seed(MATCH_SEED, "a-match", 3) == expected
    assert commitment(MATCH_SEED) == hashlib.sha256(MATCH_SEED).hexdigest()


def _vectors():
    return dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", PAGE.read_text(), re.MULTILINE))


def test_the_page_states_the_decks_that_are_dealt():
    deals = Deals(BLOCK, 3, "52")

    assert _vectors() == {
        "commitment": commitment(MATCH_SEED),
        "block seed 0": BLOCK.hex(),
        "block seed 1": block_seed(MATCH_SEED, "example", 1).hex(),
        "first dealer of 3": str(deals.first_dealer()),
        "first dealer of 9": str(Deals(BLOCK, 9, "52").first_dealer()),
        "deck, round 0": " ".join(deals.deck(0)),
        "deck, round 1": " ".join(deals.deck(1)),
        "deck a7, round 0": " ".join(Deals(BLOCK, 3, "a7").deck(0)),
        "reshuffle 0 of round 0 of 2C 3C 4C 5C 6C": " ".join(deals.reshuffle(0, 0, CARDS[:5])),
    }


def test_the_page_lists_the_decks_in_the_order_in_which_a_shuffle_begins():
    assert "`" + " ".join(CARDS) + "`" in PAGE.read_text()


@pytest.mark.parametrize("deck_name", DECKS)
def test_a_deck_has_every_card_once(deck_name):
    assert sorted(Deals(BLOCK, 2, deck_name).deck(0)) == sorted(DECKS[deck_name])


@pytest.mark.parametrize(("deck_name", "size"), [("52", 52), ("a5", 40), ("a7", 32), ("a9", 24)])
def test_decks_have_their_sizes_and_all_four_suits(deck_name, size):
    cards = DECKS[deck_name]

    assert len(cards) == size
    assert Counter(card[1] for card in cards) == dict.fromkeys("CDHS", size // 4)
    assert {"AC", "KD", "9H"} <= set(cards)


def test_every_round_block_and_match_has_a_deck_of_its_own():
    seeds = [
        block_seed(seed, match, block)
        for seed in (MATCH_SEED, bytes(32))
        for match in ("a", "b", "1", "")
        for block in (0, 1, 11)
    ]
    decks = {Deals(seed, 2, "52").deck(number) for seed in seeds for number in range(5)}

    assert len(set(seeds)) == 24
    assert len(decks) == 120


def test_words_past_the_last_whole_multiple_are_thrown_away():
    assert _below(iter([65535, 65520, 65519]), 52) == 65519 % 52
    assert _below(iter([65535]), 4) == 3


def test_every_card_is_as_likely_in_every_place():
    """A fixed sample of 5,200 decks: 100 expected in each cell, chi-squared over 2,704 cells."""
    counts = Counter(
        (place, card)
        for seed in range(52)
        for number in range(100)
        for place, card in enumerate(Deals(bytes([seed]) * 32, 2, "52").deck(number))
    )
    chi_squared = sum(
        (counts[place, card] - 100) ** 2 / 100 for place in range(52) for card in CARDS
    )

    # 51 * 51 = 2,601 degrees of freedom, standard deviation 72; five of them either way.
    assert 2240 < chi_squared < 2962


def test_a_seat_is_dealt_the_same_places_whoever_else_is_out():
    deck = Deals(BLOCK, 4, "52").deck(0)
    everybody, _ = lay_out(deck, 4, (0, 1, 2, 3))

    for seats in [(0, 1), (1, 3), (0, 2, 3)]:
        hands, stock = lay_out(deck, 4, seats)
        assert hands == tuple(everybody[s] if s in seats else () for s in range(4))
        assert stock[: 52 - 12] == deck[12:]
        out = [card for s in range(4) if s not in seats for card in everybody[s]]
        assert sorted(stock[52 - 12 :]) == sorted(out)


def test_the_cards_kept_for_a_seat_that_is_out_lie_under_the_stock_in_deck_order():
    hands, stock = lay_out(CARDS, 3, (1,))

    assert hands == ((), (CARDS[1], CARDS[4], CARDS[7]), ())
    assert stock == (*CARDS[9:], *(CARDS[place] for place in (0, 2, 3, 5, 6, 8)))


def test_the_first_dealer_may_be_any_seat():
    dealers = Counter(Deals(bytes([n]) * 32, 9, "52").first_dealer() for n in range(256))

    assert set(dealers) == set(range(9))


def test_the_program_on_the_page_deals_the_same_deck():
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert code is not None
    names = {}
    exec(code.group(1), names)

    assert tuple(names["shuffled"](BLOCK, "deck/2", CARDS)) == Deals(BLOCK, 3, "52").deck(2)
