"""Records: written down, read back, checked, played again."""

import bz2
import dataclasses
import json
import random
import zlib

import pytest

from tests.thirtyone.policies import at_random, at_threshold, played_match
from thirtyone.faults import FaultName
from thirtyone.game import actor, apply, default_action, forfeit, next_round, returns
from thirtyone.match import Fault, GameResult, MatchPlan
from thirtyone.packing import UnreadableRecord
from thirtyone.record import (
    Decision,
    GameRecord,
    Record,
    RecordMismatch,
    decode,
    encode,
    replay,
    verify,
)
from thirtyone.rules import PRESETS, preset

SEED = bytes(range(32))


def match(name="norwegian", entrants=2, blocks=2, policy=None, **overrides):
    plan = MatchPlan("a-match", preset(name, **overrides), entrants, blocks, SEED)
    return played_match(plan, policy or at_threshold(25))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("entrants", [2, 3])
def test_a_record_survives_its_bytes_and_holds(name, entrants):
    record = match(name, entrants, policy=at_random(name))

    read = decode(encode(record))

    assert read == record
    verify(read)


@pytest.mark.parametrize("name", ["norwegian", "dutch-a7"])
@pytest.mark.parametrize("entrants", [2, 4])
def test_a_record_takes_at_most_three_bytes_a_decision(name, entrants):
    """Also where the times are as scattered as the clock allows."""
    record = match(name, entrants, blocks=20, policy=at_random(name))
    clock = random.Random(name)
    games = tuple(
        dataclasses.replace(
            game,
            decisions=tuple(
                dataclasses.replace(decision, ms=clock.randrange(1000))
                for decision in game.decisions
            ),
        )
        for game in record.games
    )
    decisions = sum(len(game.decisions) for game in games)

    assert decisions > 1000
    assert len(encode(dataclasses.replace(record, games=games))) <= 3 * decisions


def test_a_replay_passes_through_the_states_of_play_and_ends_in_the_places():
    record = match(entrants=3, blocks=1, policy=at_random("replay"))
    game = record.game(0, 1)
    steps = list(replay(record, 0, 1))

    state = record.plan.new_game(0, 1)
    played = [state]
    for decision in game.decisions:
        while state.round_over:
            state = next_round(state)
            played.append(state)
        state = apply(state, decision.action)
        played.append(state)
    assert [step.state for step in steps] == played
    assert record.plan.by_entrant(returns(steps[-1].state), 1) == game.result.places


def test_a_step_says_who_did_what_in_what_time():
    record = match(blocks=1)
    first = record.game(0, 0).decisions[0]
    dealt, step, *_ = replay(record, 0, 0)

    assert (dealt.seat, dealt.action, dealt.ms, dealt.fault) == (None, None, None, None)
    assert dealt.text.startswith("Round 1: seat ")
    assert (step.seat, step.action, step.ms) == (actor(dealt.state), first.action, first.ms)
    assert step.events == step.state.events
    assert f"Seat {step.seat + 1} " in step.text


def test_there_is_no_replay_of_a_game_that_was_not_played():
    with pytest.raises(KeyError):
        next(replay(match(), 7, 0))


def _changed(record, **changes):
    """Return the record with its first game changed."""
    game = dataclasses.replace(record.games[0], **changes)
    return dataclasses.replace(record, games=(game, *record.games[1:]))


def _other_result(record, **changes):
    return _changed(record, result=dataclasses.replace(record.games[0].result, **changes))


def test_a_changed_action_is_found_with_its_place():
    record = match()
    decisions = (Decision("discard 2C", 1), *record.games[0].decisions[1:])

    with pytest.raises(RecordMismatch, match="not allowed") as mismatch:
        verify(_changed(record, decisions=decisions))
    assert mismatch.value.where == "block 0, rotation 0, decision 0"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: _changed(r, decisions=r.games[0].decisions[:-1]), "not over"),
        (lambda r: _changed(r, decisions=(*r.games[0].decisions, Decision("stock", 0))), "allowed"),
        (lambda r: _other_result(r, places=r.games[0].result.places[::-1]), "places"),
        (lambda r: _other_result(r, lives=(9, 9)), "lives"),
        (lambda r: dataclasses.replace(r, games=r.games[:-1]), "plan has"),
        (lambda r: dataclasses.replace(r, games=r.games[::-1]), "plan has"),
        (lambda r: dataclasses.replace(r, seed=bytes(32).hex()), "block 0, rotation 0"),
        (lambda r: dataclasses.replace(r, match_id="another"), "block 0, rotation 0"),
        (lambda r: dataclasses.replace(r, rules=preset("finnish", lives=1)), "block 0"),
    ],
)
def test_whatever_is_changed_in_a_record_is_found(change, words):
    record = match()
    verify(record)

    with pytest.raises(RecordMismatch, match=words):
        verify(change(record))


def _packed(**changes):
    data = json.loads(bz2.decompress(encode(match(blocks=1))))
    return bz2.compress(json.dumps({**data, **changes}).encode())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a record",
        b"BZh",
        b"BZh9 and nothing more",
        *(
            compress(text)
            for compress in (bz2.compress, zlib.compress)
            for text in (b"not JSON", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000)
        ),
        encode(match(blocks=1))[:-5],
        zlib.compress(bz2.decompress(encode(match(blocks=1)))),
        _packed(version=1),
        _packed(version=3),
        _packed(version=True),
        _packed(version=None),
        _packed(rules={"name": "texan"}),
        _packed(games=[{}]),
        _packed(games=[1]),
    ],
)
def test_bytes_that_are_no_record_are_refused(data):
    with pytest.raises(UnreadableRecord):
        decode(data)


def test_a_record_does_not_unpack_without_end(monkeypatch):
    monkeypatch.setattr("thirtyone.packing.MOST_BYTES", 1000)

    with pytest.raises(UnreadableRecord, match="longer"):
        decode(encode(match()))


def _with_forfeit(entrants, entrant, at, rotation=1):
    """Play one block in which an entrant forfeits a game at a decision, the others by default."""
    plan = MatchPlan("a-match", preset("norwegian"), entrants, 1, SEED)
    games = []
    for block, turn in plan.games:
        state = plan.new_game(block, turn)
        decisions, faults = [], []
        while not state.game_over:
            if state.round_over:
                state = next_round(state)
            elif turn == rotation and len(decisions) == at and not faults:
                name = FaultName.CRASHED
                faults.append(Fault(entrant, block, turn, state.round, at, name, True))
                state = forfeit(state, plan.seat_of(entrant, turn))
            else:
                decisions.append(Decision(default_action(state), 0))
                state = apply(state, decisions[-1].action)
        result = GameResult(
            block,
            turn,
            plan.by_entrant(returns(state), turn),
            plan.by_entrant(state.lives, turn),
            tuple(faults),
        )
        games.append(GameRecord(result, (), tuple(decisions)))
    names = tuple("abc"[:entrants])
    return Record("a-match", plan.rules, SEED.hex(), 1, names, tuple(games))


@pytest.mark.parametrize("entrants", [2, 3])
@pytest.mark.parametrize("at", [0, 1, 7, 100])
def test_a_forfeit_is_replayed_where_it_happened(entrants, at):
    record = decode(encode(_with_forfeit(entrants, entrant=1, at=at)))

    verify(record)
    steps = [step for step in replay(record, 0, 1) if step.fault is not None]
    assert [step.fault for step in steps] == list(record.game(0, 1).faults)
    assert steps[0].state.forfeited == (record.plan.seat_of(1, 1),)
    assert "forfeits" in steps[0].text


def test_a_forfeit_in_the_wrong_round_is_found():
    record = _with_forfeit(3, entrant=1, at=7)
    game = record.games[1]
    fault = dataclasses.replace(game.faults[0], round=3)
    wrong = dataclasses.replace(game, result=dataclasses.replace(game.result, faults=(fault,)))
    record = dataclasses.replace(record, games=(record.games[0], wrong, record.games[2]))

    with pytest.raises(RecordMismatch):
        verify(record)


def test_a_fault_answered_by_a_default_move_stands_at_its_decision():
    record = match(blocks=1)
    fault = Fault(0, 0, 0, 0, 2, FaultName.LATE, False)
    record = _other_result(record, faults=(fault,))

    steps = list(replay(decode(encode(record)), 0, 0))

    assert [step.fault for step in steps[:5]] == [None, None, None, fault, None]
    verify(record)


def test_a_game_forfeited_in_advance_is_recorded_without_a_decision():
    plan = MatchPlan("a-match", preset("norwegian"), 2, 1, SEED)
    games = tuple(
        GameRecord(GameResult(0, turn, (2, 1), (0, 3)), absent=(0,), decisions=())
        for turn in plan.rotations
    )
    record = Record("a-match", plan.rules, SEED.hex(), 1, ("a", "b"), games)

    verify(decode(encode(record)))
    (only,) = replay(record, 0, 0)
    assert only.state.game_over


def test_a_record_holds_what_is_public_and_nothing_else():
    data = json.loads(bz2.decompress(encode(_with_forfeit(2, entrant=1, at=3))))

    assert set(data) == {
        "format", "version", "match_id", "rules", "seed", "blocks", "entrants", "games",
    }  # fmt: skip
    assert set(data["games"][0]) == {
        "block", "rotation", "absent", "places", "lives", "faults", "actions", "ms",
    }  # fmt: skip
    assert set(data["games"][1]["faults"][0]) == {
        "entrant", "round", "decision", "name", "forfeits",
    }  # fmt: skip
