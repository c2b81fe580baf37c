"""Play a match: ask, judge, and write down; what stands behind a player it never knows.

A failure of a bot is a result for that bot alone. A failure of ours (``OurFault``) passes through
every function here: all players are closed, and nothing is a result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from thirtyone.game import (
    GameState,
    actor,
    apply,
    default_action,
    forfeit,
    next_round,
    returns,
)
from thirtyone.match import Fault, GameResult, MatchPlan, MatchResult
from thirtyone.outcome import BotLog, MatchOutcome, PassResult, Tally
from thirtyone.players import Player
from thirtyone.record import Decision, GameRecord, Record
from thirtyone.sitting import ClockLimits, Failure, Sitting
from thirtyone.view import view

__all__ = [
    "BotLog",
    "ClockLimits",
    "MatchOutcome",
    "PassResult",
    "Tally",
    "play_match",
    "play_pass",
]


def _ignore(game: GameRecord) -> None:
    """Hear of a finished game and do nothing."""


class _Game:
    """One game in play: the state, and what is written down of it."""

    def __init__(
        self, plan: MatchPlan, block: int, rotation: int, sittings: Sequence[Sitting], tally: Tally
    ) -> None:
        self._plan, self._block, self._rotation = plan, block, rotation
        self._tally = tally
        self._by_seat = {sitting.seat: sitting for sitting in sittings}
        self._decisions: list[Decision] = []
        self._faults: list[Fault] = []
        self._absent = self._get_ready()
        self._state: GameState = plan.new_game(block, rotation, self._absent)

    def play(self) -> GameRecord:
        """Play the game to its end."""
        if self._state.play is not None:
            self._deal()
        while True:
            self._play_round()
            if self._state.game_over:
                break
            self._state = next_round(self._state)
            self._deal()
        places = returns(self._state)
        for sitting in self._listening():
            sitting.game_end(places)
        return self._written(places)

    def _get_ready(self) -> tuple[int, ...]:
        """Have everybody ready before a card is dealt; return the entrants that are not.

        Whoever fails here is out before the first deal, so that it does not matter who of two
        that fail was asked first.
        """
        absent = set(self._tally.given_up)
        for seat, sitting in sorted(self._by_seat.items()):
            entrant = self._plan.entrant_at(seat, self._rotation)
            failure = None if entrant in absent else sitting.begin_game()
            if failure is not None:
                self._enter(seat, 0, failure)
                absent.add(entrant)
        return tuple(sorted(absent))

    def _listening(self, seats: Sequence[int] | None = None) -> list[Sitting]:
        gone = {*self._state.forfeited, *self._state.table.out_from_start}
        chosen = self._by_seat if seats is None else seats
        return [self._by_seat[seat] for seat in chosen if seat not in gone]

    def _deal(self) -> None:
        assert self._state.play is not None
        for sitting in self._listening(self._state.play.seating.seats):
            sitting.deal(view(self._state, sitting.seat))

    def _play_round(self) -> None:
        while (seat := actor(self._state)) is not None:
            action, ms = None, 0
            if seat not in self._state.forfeited:
                action, ms, failure = self._by_seat[seat].decide(view(self._state, seat))
                if failure is not None:
                    self._note(seat, failure)
                    if actor(self._state) is None:
                        break
            chosen = default_action(self._state) if action is None else action
            self._state = apply(self._state, chosen)
            self._decisions.append(Decision(chosen, ms))
        if self._state.round_result is not None and self._state.play is not None:
            for sitting in self._listening(self._state.play.seating.seats):
                sitting.round_end(view(self._state, sitting.seat))

    def _note(self, seat: int, failure: Failure) -> None:
        self._enter(seat, self._state.round, failure)
        if failure.forfeits:
            self._state = forfeit(self._state, seat)

    def _enter(self, seat: int, round_number: int, failure: Failure) -> None:
        fault = Fault(
            self._plan.entrant_at(seat, self._rotation),
            self._block,
            self._rotation,
            round_number,
            len(self._decisions),
            failure.name,
            failure.forfeits,
        )
        self._faults.append(fault)
        self._tally.note(fault, failure.evidence)

    def _written(self, places: tuple[int, ...]) -> GameRecord:
        plan, rotation = self._plan, self._rotation
        result = GameResult(
            self._block,
            rotation,
            plan.by_entrant(places, rotation),
            plan.by_entrant(self._state.lives, rotation),
            tuple(self._faults),
        )
        return GameRecord(result, self._absent, tuple(self._decisions))


def play_pass(
    plan: MatchPlan,
    rotation: int,
    players: Sequence[Player],
    *,
    clock: ClockLimits,
    on_game: Callable[[GameRecord], None] = _ignore,
    tally: Tally | None = None,
) -> PassResult:
    """Play all blocks of one pass with players given by entrant, and close them.

    ``tally`` carries the forfeits of earlier passes. ``on_game`` hears of each finished game.
    Raises OurFault.
    """
    tally = tally or Tally.of(plan.entrants)
    sittings = [
        Sitting(player, plan.seat_of(entrant, rotation), plan.rules, plan.entrants, clock)
        for entrant, player in enumerate(players)
    ]
    games: list[GameRecord] = []
    try:
        for block in plan.block_numbers:
            games.append(_Game(plan, block, rotation, sittings, tally).play())
            for entrant in tally.given_up:
                players[entrant].close()
            on_game(games[-1])
        for sitting in sittings:
            sitting.leave()
    finally:
        for player in players:
            player.close()
    logs = tuple(BotLog(s.stderr(), s.cpu_s, s.idle_cpu_s) for s in sittings)
    return PassResult(tuple(games), logs)


def play_match(
    plan: MatchPlan,
    open_players: Callable[[int], Sequence[Player]],
    *,
    limits: ClockLimits | None = None,
    on_game: Callable[[GameRecord], None] = _ignore,
    entrants: Sequence[str] = (),
) -> MatchOutcome:
    """Play a whole match; ``open_players`` makes fresh players, by entrant, for each pass.

    The players of the next pass are made and opened in another thread while a pass is played.
    That one thread lives until the match is over, because a sandbox may die with the thread that
    started it. ``entrants`` are the names in the record; they are numbers where none are given.
    Raises OurFault.
    """
    tally = Tally.of(plan.entrants)
    passes: list[PassResult] = []
    with ThreadPoolExecutor(1, thread_name_prefix="opener") as opener:
        upcoming = opener.submit(_opened, open_players, 0)
        try:
            for rotation in plan.rotations:
                players = upcoming.result()
                if rotation + 1 < plan.entrants:
                    upcoming = opener.submit(_opened, open_players, rotation + 1)
                passes.append(
                    play_pass(
                        plan,
                        rotation,
                        players,
                        clock=limits or ClockLimits(),
                        on_game=on_game,
                        tally=tally,
                    )
                )
        finally:
            _close_unplayed(upcoming)
    return _outcome(plan, passes, tally, entrants)


def _opened(open_players: Callable[[int], Sequence[Player]], rotation: int) -> Sequence[Player]:
    players = open_players(rotation)
    try:
        for player in players:
            player.open()
    except BaseException:
        for player in players:
            player.close()
        raise
    return players


def _close_unplayed(upcoming: Future[Sequence[Player]]) -> None:
    """Close players that were opened for a pass which is not played any more."""
    if upcoming.exception() is None:
        for player in upcoming.result():
            player.close()


def _outcome(
    plan: MatchPlan, passes: Sequence[PassResult], tally: Tally, entrants: Sequence[str]
) -> MatchOutcome:
    games = tuple(game for played in passes for game in played.games)
    logs = [BotLog() for _ in range(plan.entrants)]
    for played in passes:
        logs = [before.followed_by(after) for before, after in zip(logs, played.logs, strict=True)]
    names = tuple(entrants) or tuple(str(number + 1) for number in range(plan.entrants))
    return MatchOutcome(
        MatchResult(plan.entrants, tuple(game.result for game in games)),
        Record(plan.match_id, plan.rules, plan.seed.hex(), plan.blocks, names, games),
        tuple(tally.evidence),
        tuple(logs),
    )
