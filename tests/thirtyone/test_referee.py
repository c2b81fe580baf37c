"""The referee plays a match through players, whatever they do."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from tests.thirtyone.scripted import BrokenPlayer, ScriptedPlayer, failing, plainly
from thirtyone.channel import OurFault
from thirtyone.faults import FaultName
from thirtyone.match import MatchPlan
from thirtyone.players import Answer, Player
from thirtyone.record import GameRecord, decode, encode, verify
from thirtyone.referee import ClockLimits, MatchOutcome, play_match
from thirtyone.rules import preset

SEED = bytes(range(32))


def plan(entrants: int = 2, blocks: int = 2, rules: str = "norwegian") -> MatchPlan:
    return MatchPlan("test", preset(rules), entrants, blocks, SEED)


def play(match: MatchPlan, *makers: Callable[[], Player], **options: object) -> MatchOutcome:
    """Play a match, and hold every record to the rules on the way."""
    outcome = play_match(match, lambda rotation: [make() for make in makers], **options)
    verify(decode(encode(outcome.record)))
    return outcome


def names(outcome: MatchOutcome) -> list[tuple[str, bool]]:
    return [(fault.name.value, fault.forfeits) for fault in outcome.result.faults]


def test_every_game_of_the_plan_is_played_in_order_and_announced_as_it_ends() -> None:
    heard: list[GameRecord] = []

    outcome = play(plan(3, 2), *[ScriptedPlayer] * 3, on_game=heard.append)

    assert plan(3, 2).games == tuple((game.block, game.rotation) for game in heard)
    assert heard == list(outcome.record.games)
    assert names(outcome) == []


def test_every_pass_has_fresh_players_and_all_are_closed_at_the_end() -> None:
    made: list[ScriptedPlayer] = []

    def make() -> ScriptedPlayer:
        made.append(ScriptedPlayer())
        return made[-1]

    play(plan(3, 2), make, make, make)

    assert len(made) == 9
    for player in made:
        assert (player.opened, player.games, player.running) == (1, 2, False)
        assert [player.heard[0]["type"], player.heard[-1]["type"]] == ["hello", "match_end"]


def test_the_next_passs_players_are_opened_while_this_pass_is_played() -> None:
    next_opened = threading.Event()

    class Second(ScriptedPlayer):
        def open(self) -> None:
            super().open()
            next_opened.set()

    def wait(message: object, legal: tuple[str, ...]) -> Answer:
        assert next_opened.wait(20)
        return plainly(message, legal)

    def open_players(rotation: int) -> Sequence[Player]:
        kind = Second if rotation else ScriptedPlayer
        return [kind(wait), kind(wait)]

    outcome = play_match(plan(), open_players)

    assert len(outcome.record.games) == 4


def test_a_bot_is_told_its_own_cards_and_never_the_block_or_a_hidden_card() -> None:
    players = [ScriptedPlayer() for _ in range(4)]
    waiting = list(players)
    play_match(plan(), lambda rotation: [waiting.pop(0), waiting.pop(0)])

    for player in players:
        seat = player.heard[0]["seat"]
        for message in player.heard:
            assert not {"block", "rotation", "match_id", "seed"} & set(message)
            for event in message.get("events", ()):
                assert "card" not in event or event["did"] != "stock" or event["seat"] == seat
        kinds = {message["type"] for message in player.heard}
        assert kinds >= {"hello", "deal", "turn", "discard", "round_end", "game_end", "match_end"}


def test_each_event_of_a_round_is_told_to_a_seat_once_and_in_order() -> None:
    player = ScriptedPlayer()
    waiting: list[Player] = [player, ScriptedPlayer(), ScriptedPlayer(), ScriptedPlayer()]
    outcome = play_match(plan(blocks=1), lambda rotation: [waiting.pop(0), waiting.pop(0)])

    told = [
        e for m in player.heard for e in m.get("events", ()) if e["did"] in ("knock", "discard")
    ]
    game = outcome.record.game(0, 0)
    played = [d.action.split()[:2] for d in game.decisions if d.action.startswith(("kn", "dis"))]
    assert played == [[e["did"], *([e["card"]] if "card" in e else [])] for e in told]


@pytest.mark.parametrize(
    "name", [FaultName.LATE, FaultName.ILLEGAL_ACTION, FaultName.UNREADABLE_REPLY]
)
def test_three_bad_replies_forfeit_the_game_and_three_such_games_the_match(name: FaultName) -> None:
    outcome = play(plan(blocks=3), lambda: ScriptedPlayer(failing(name)), ScriptedPlayer)

    assert [(name.value, False), (name.value, False), (name.value, True)] * 3 == names(outcome)
    assert outcome.result.scores == (0.0, 1.0)
    assert [game.absent for game in outcome.record.games] == [()] * 3 + [(0,)] * 3
    assert len(outcome.evidence) == 9
    assert {"as the test says"} == {evidence.why for _, evidence in outcome.evidence}


def test_two_bad_replies_in_each_game_cost_default_moves_and_nothing_more() -> None:
    bad = 0

    def choose(message: dict[str, object], legal: tuple[str, ...]) -> Answer:
        nonlocal bad
        if message["type"] == "turn" and message["round"] == 0 and message["lap"] in (0, 1):
            bad += 1
            return Answer(None, 5, FaultName.ILLEGAL_ACTION)
        return plainly(message, legal)

    outcome = play(plan(blocks=2), lambda: ScriptedPlayer(choose), ScriptedPlayer)

    assert [("illegal_action", False)] * bad == names(outcome)
    assert 8 >= bad > 4
    assert [game.absent for game in outcome.record.games] == [()] * 4
    for fault in outcome.result.faults:
        game = outcome.record.game(fault.block, fault.rotation)
        assert game.decisions[fault.decision].action == "stock"
        assert game.decisions[fault.decision].ms == 5


def test_a_bot_that_dies_forfeits_the_game_at_once_and_is_started_again_for_the_next() -> None:
    made: list[ScriptedPlayer] = []

    def make() -> ScriptedPlayer:
        calls = 0

        def choose(message: object, legal: tuple[str, ...]) -> Answer:
            nonlocal calls
            calls += 1
            if calls == 4:
                return Answer(None, 0, FaultName.CRASHED)
            return plainly(message, legal)

        made.append(ScriptedPlayer(choose))
        return made[-1]

    outcome = play(plan(blocks=2), make, ScriptedPlayer)

    assert names(outcome) == [("crashed", True)] * 2
    assert [player.opened for player in made] == [2, 2]
    assert [sum(m["type"] == "hello" for m in p.asked) for p in made] == [2, 2]


def test_a_bot_that_never_gets_ready_did_not_start() -> None:
    def silent(message: object, legal: tuple[str, ...]) -> Answer:
        return Answer(None, 5000, FaultName.LATE)

    outcome = play(plan(), lambda: ScriptedPlayer(hello=silent), ScriptedPlayer)

    assert names(outcome) == [("did_not_start", True)] * 3
    assert outcome.result.scores == (0.0, 1.0)
    assert all(not game.decisions for game in outcome.record.games)


def test_a_bot_that_uses_up_its_cpu_time_forfeits_and_gets_a_new_bank_with_the_next_game() -> None:
    made: list[ScriptedPlayer] = []

    def make() -> ScriptedPlayer:
        player = ScriptedPlayer()

        def choose(message: object, legal: tuple[str, ...]) -> Answer:
            if player is made[0] and player.games == 1:
                player.cpu += 4.0
            return plainly(message, legal)

        player.choose = choose
        made.append(player)
        return player

    outcome = play(plan(), make, ScriptedPlayer, limits=ClockLimits(bank_s=10))

    assert names(outcome) == [("out_of_time", True)]
    assert made[0].opened == 2
    fault, evidence = outcome.evidence[0]
    assert (fault.entrant, evidence.cpu_ms) == (0, 12_000)
    assert outcome.logs[0].cpu_s == 12.0


def test_a_bot_that_sleeps_through_a_game_runs_out_of_wall_time_and_is_fresh_in_the_next() -> None:
    made: list[ScriptedPlayer] = []

    def make() -> ScriptedPlayer:
        player = ScriptedPlayer()

        def choose(message: object, legal: tuple[str, ...]) -> Answer:
            slow = player is made[0] and player.games == 1
            return replace(plainly(message, legal), wall_ms=900 if slow else 1)

        player.choose = choose
        made.append(player)
        return player

    outcome = play(plan(), make, ScriptedPlayer, limits=ClockLimits(wall_s=4))

    assert names(outcome) == [("out_of_time", True)]
    fault, evidence = outcome.evidence[0]
    assert (fault.entrant, evidence.wall_ms) == (0, 4_500)
    assert evidence.why == "the wall time of the game is used up"
    left = [message["time"]["wall_ms"] for message in made[0].asked[1:6]]
    assert left == [4_000, 3_100, 2_200, 1_300, 400]


def test_no_match_of_the_slowest_bots_takes_longer_than_their_clocks_allow() -> None:
    limits = ClockLimits(start_s=1, move_s=0.5, wall_s=4)
    slept = 0.0

    def choose(message: object, legal: tuple[str, ...]) -> Answer:
        nonlocal slept
        slept += 0.49
        return replace(plainly(message, legal), wall_ms=490)

    the_plan = plan(3, 2)
    play(the_plan, *[lambda: ScriptedPlayer(choose)] * 3, limits=limits)

    assert slept > 4
    assert slept <= limits.longest_s(3, 6)


def test_the_time_left_is_told_and_start_up_does_not_count() -> None:
    player = ScriptedPlayer()

    def hello(message: object, legal: tuple[str, ...]) -> Answer:
        player.cpu += 3.0
        return Answer("ready", 2500)

    def choose(message: object, legal: tuple[str, ...]) -> Answer:
        player.cpu += 0.25
        return plainly(message, legal)

    player.hello, player.choose = hello, choose
    others = [ScriptedPlayer() for _ in range(3)]
    waiting: list[Player] = [player, *others]
    play_match(plan(blocks=1), lambda rotation: [waiting.pop(0), waiting.pop(0)])

    times = [message["time"] for message in player.asked[1:4]]
    assert [time["bank_ms"] for time in times] == [10_000, 9_750, 9_500]
    assert [time["last_ms"] for time in times] == [2500, 1, 1]


def test_thinking_while_others_are_to_move_is_charged_and_reported() -> None:
    thinker = ScriptedPlayer()

    def other(message: object, legal: tuple[str, ...]) -> Answer:
        thinker.cpu += 0.5
        return plainly(message, legal)

    waiting: list[Player] = [thinker, ScriptedPlayer(other), ScriptedPlayer(), ScriptedPlayer()]
    outcome = play_match(plan(blocks=1), lambda rotation: [waiting.pop(0), waiting.pop(0)])

    assert 0 < outcome.logs[0].idle_cpu_s == outcome.logs[0].cpu_s
    assert thinker.asked[3]["time"]["bank_ms"] < 10_000


def test_at_a_bigger_table_a_forfeiting_seat_plays_out_the_round_and_is_then_out() -> None:
    def crash(message: object, legal: tuple[str, ...]) -> Answer:
        return Answer(None, 0, FaultName.CRASHED)

    outcome = play(plan(3, 1), lambda: ScriptedPlayer(crash), ScriptedPlayer, ScriptedPlayer)

    for game in outcome.record.games:
        assert game.result.places[0] == 3
        assert game.result.lives[0] == 0
        assert len(game.decisions) > 10


def test_when_everybody_forfeits_the_places_are_shared() -> None:
    def crash(message: object, legal: tuple[str, ...]) -> Answer:
        return Answer(None, 0, FaultName.CRASHED)

    outcome = play(plan(blocks=5), *[lambda: ScriptedPlayer(hello=crash)] * 2)

    assert 0.5 == outcome.result.scores[0] == outcome.result.scores[1]
    assert outcome.record.games[-1].absent == (0, 1)


@pytest.mark.parametrize("broken_pass", [0, 1])
def test_a_failure_of_ours_ends_the_match_without_a_result_and_leaves_nothing_open(
    broken_pass: int,
) -> None:
    made: list[ScriptedPlayer] = []

    def open_players(rotation: int) -> Sequence[Player]:
        kind = BrokenPlayer if rotation == broken_pass else ScriptedPlayer
        made.extend([ScriptedPlayer(), kind()])
        return made[-2:]

    with pytest.raises(OurFault):
        play_match(plan(), open_players)

    assert len(made) in (2, 4)
    assert all(player.closed and not player.running for player in made)


def test_a_failure_of_ours_while_opening_closes_what_was_already_open() -> None:
    class Unopenable(ScriptedPlayer):
        def open(self) -> None:
            raise OurFault("no daemon")

    made: list[ScriptedPlayer] = []

    def open_players(rotation: int) -> Sequence[Player]:
        made.extend([ScriptedPlayer(), Unopenable() if rotation else ScriptedPlayer()])
        return made[-2:]

    with pytest.raises(OurFault):
        play_match(plan(), open_players)

    assert all(player.closed for player in made)


def test_whoever_hears_of_games_can_end_the_match() -> None:
    made: list[ScriptedPlayer] = []

    def open_players(rotation: int) -> Sequence[Player]:
        made.extend([ScriptedPlayer(), ScriptedPlayer()])
        return made[-2:]

    def lost(game: GameRecord) -> None:
        raise LookupError("the lease is lost")

    with pytest.raises(LookupError):
        play_match(plan(), open_players, on_game=lost)

    assert all(player.closed for player in made)
