"""Turn a secret seed into decks by a rule that any language can follow (docs/deals.md)."""

import functools
import hashlib
import hmac
import itertools
import struct
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from thirtyone.cards import CARDS, DECKS

SEED_BYTES = 32

_WORDS_OF_DIGEST = struct.Struct(">16H")
_WORD_RANGE = 1 << 16
_HASH_BLOCK = hashlib.sha256().block_size
_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))


def block_seed(match_seed: bytes, match_id: str, block: int) -> bytes:
    """Derive the 32-byte seed of one block of a match; blocks count from 0."""
    return hmac.digest(match_seed, f"knock/1/block/{block}/{match_id}".encode(), "sha256")


def commitment(match_seed: bytes) -> str:
    """Return the SHA-256 of a match seed in hexadecimal, which is published before play."""
    return hashlib.sha256(match_seed).hexdigest()


@functools.lru_cache(maxsize=64)
def _keyed(seed: bytes) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """Return the inner and the outer hash of HMAC-SHA256 under a seed, the key already in them.

    Copies of the two make a digest in a third of the time that ``hmac.digest`` needs to begin
    with the key again, and four digests make a deck.
    """
    padded = seed.ljust(_HASH_BLOCK, b"\0")
    return (
        hashlib.sha256(padded.translate(_INNER_PAD)),
        hashlib.sha256(padded.translate(_OUTER_PAD)),
    )


def _digests(seed: bytes, label: str) -> Iterator[bytes]:
    inner_keyed, outer_keyed = _keyed(seed)
    inner_labelled = inner_keyed.copy()
    inner_labelled.update(f"knock/1/{label}/".encode())
    for counter in itertools.count():
        inner, outer = inner_labelled.copy(), outer_keyed.copy()
        inner.update(b"%d" % counter)
        outer.update(inner.digest())
        yield outer.digest()


def _words(seed: bytes, label: str) -> Iterator[int]:
    """Return numbers from 0 to 65535 without end, sixteen from each digest."""
    return itertools.chain.from_iterable(map(_WORDS_OF_DIGEST.unpack, _digests(seed, label)))


def _limit(bound: int) -> int:
    """Return the last whole multiple of the bound: words from there on are thrown away, so that
    what is left, taken modulo the bound, is equally likely everywhere below it."""
    return _WORD_RANGE - _WORD_RANGE % bound


_LIMITS = (0, *(_limit(bound) for bound in range(1, len(CARDS) + 1)))


def _below(words: Iterator[int], bound: int) -> int:
    """Return the next number below the bound, each equally likely."""
    limit = _LIMITS[bound]
    return next(word for word in words if word < limit) % bound


def _shuffled(seed: bytes, label: str, cards: Sequence[str]) -> tuple[str, ...]:
    order = list(cards)
    bound = len(order)
    # This is _below for each place: a call a card would cost more than all else here.
    for word in _words(seed, label):
        if bound < 2:
            break
        if word < _LIMITS[bound]:
            chosen = word % bound
            bound -= 1
            order[bound], order[chosen] = order[chosen], order[bound]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Deals:
    """All the chance in one game: the first dealer, every deck and every reshuffle.

    ``seed`` is the block's seed (32 bytes), ``players`` the number of seats, ``deck`` a name from
    ``thirtyone.cards.DECKS``. Nothing here depends on how the game is played.
    """

    seed: bytes
    players: int
    deck_name: str
    _first_dealer: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        dealer = _below(_words(self.seed, "dealer"), self.players)
        object.__setattr__(self, "_first_dealer", dealer)

    def first_dealer(self) -> int:
        """Return the seat that deals round 0."""
        return self._first_dealer

    def deck(self, round_number: int) -> tuple[str, ...]:
        """Return the whole shuffled deck of a round; seat s is dealt places s, n+s and 2n+s."""
        return _shuffled(self.seed, f"deck/{round_number}", DECKS[self.deck_name])

    def reshuffle(self, round_number: int, count: int, cards: Sequence[str]) -> tuple[str, ...]:
        """Shuffle discards (bottom first) into a new stock; the first card is drawn first.

        ``count`` is the number of reshuffles the round has had before.
        """
        return _shuffled(self.seed, f"reshuffle/{round_number}/{count}", cards)


def lay_out(
    deck: tuple[str, ...], players: int, seats: Collection[int]
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Deal three cards to each seat still in, and return the hands by seat and the stock.

    Seat s has the places s, n+s and 2n+s of the deck, whoever deals and whoever is out, so that a
    deal stays the same deal however the games that share it go. The stock begins with the card
    after those places; the cards of seats that are out lie under it.
    """
    dealt = 3 * players
    stock = deck[dealt:]
    if len(seats) == players:
        return tuple([deck[seat:dealt:players] for seat in range(players)]), stock
    hands = tuple([deck[seat:dealt:players] if seat in seats else () for seat in range(players)])
    kept_back = [card for place, card in enumerate(deck[:dealt]) if not hands[place % players]]
    return hands, (*stock, *kept_back)
