"""Matches and replays, and what of them is private."""

import json
import re

import pytest
from django.test import Client
from django.utils import translation

from tests.thirtyone.policies import played_match as recorded
from tests.thirtyone.stacking import SEED, stack, stacked
from tests.tournament.matches.field import house, person, queued, uploaded
from tests.tournament.web.visitors import league_of_the_house, played_match, signed_in
from thirtyone.events import EventKind
from thirtyone.game import EndReason
from thirtyone.match import MatchPlan
from thirtyone.rules import preset
from tournament.matches.models import Fault, Seat, SeatLog
from tournament.matches.play import play_match
from tournament.web import narration, replays

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_sandbox(settings: pytest.FixtureRequest) -> None:
    settings.KNOCK_SANDBOX = "none"  # type: ignore[attr-defined]


def frames(html: str) -> list[dict[str, object]]:
    """Return the moments that a replay page carries."""
    found = re.search(r'<script id="frames" type="application/json">(.*?)</script>', html, re.S)
    assert found is not None
    moments: list[dict[str, object]] = json.loads(found[1])
    return moments


def test_the_seed_is_secret_until_the_match_is_finished() -> None:
    match = queued(*house("threshold", "greedy"))
    secret = bytes(match.seed).hex()

    before = Client().get(f"/matches/{match.pk}/").content.decode()

    assert match.seed_sha256 in before
    assert secret not in before
    finished = played_match(league_of_the_house())
    after = Client().get(f"/matches/{finished.pk}/").content.decode()
    assert bytes(finished.seed).hex() in after


def test_a_match_in_the_queue_has_no_replay() -> None:
    match = queued(*house("threshold", "greedy"))

    assert Client().get(f"/matches/{match.pk}/replay/").status_code == 404


def test_a_replay_shows_every_moment_of_each_game_without_scripts() -> None:
    match = played_match(league_of_the_house())
    address = f"/matches/{match.pk}/replay/"

    for game in range(1, match.games_total + 1):
        moments = frames(Client().get(address, {"game": game}).content.decode())
        last = Client().get(address, {"game": game, "step": len(moments)}).content.decode()
        assert str(moments[-1]["text"]).endswith("wins the game.")
        shown = re.search(r'data-slot="text"[^>]*>([^<]*)<', last)
        assert shown is not None
        assert shown[1] == moments[-1]["text"]


@pytest.mark.parametrize("position", ["game=0", "game=99", "step=-1", "step=9999", "game=²&step=x"])
def test_a_position_that_is_not_there_shows_the_nearest(position: str) -> None:
    match = played_match(league_of_the_house())

    assert Client().get(f"/matches/{match.pk}/replay/?{position}").status_code == 200


def test_evidence_and_logs_are_for_the_owner_alone() -> None:
    version = uploaded(active=True)
    match = queued(version, *house("greedy"))
    seat = Seat.objects.get(match=match, version=version)
    Fault.objects.create(
        seat=seat,
        block=0,
        rotation=0,
        round=0,
        decision=1,
        name="late",
        evidence={"stderr_tail": "a private cry"},
    )
    SeatLog.objects.create(seat=seat, text="my own thoughts")
    address = f"/matches/{match.pk}/"
    log = f"{address}log/{seat.number}/"

    own = signed_in(person())
    page = own.get(address).content.decode()
    assert "a private cry" in page
    assert "my own thoughts" in page
    assert own.get(log).content == b"my own thoughts"

    for other in (Client(), signed_in(person("bob"))):
        page = other.get(address).content.decode()
        assert "no reply in time" in page
        assert "a private cry" not in page
        assert "my own thoughts" not in page
        assert other.get(log).status_code in {302, 403}


def test_a_replay_of_the_exchange_form_shows_the_table_cards_and_tells_every_swap() -> None:
    match = queued(*house("threshold", "greedy"), rules=preset("dutch-a7"))
    assert play_match(match.pk)

    html = Client().get(f"/matches/{match.pk}/replay/").content.decode()
    moments = frames(html)

    assert "Table cards" in html
    assert "Discard pile" not in html
    told = " ".join(str(moment["text"]) for moment in moments)
    assert "On the table: " in told
    assert " swaps the " in told
    for moment in moments[1:]:
        assert len(moment["open_cards"]) in (0, 3)  # type: ignore[arg-type]
    assert any(len(moment["open_cards"]) == 3 for moment in moments)  # type: ignore[arg-type]


def test_whatever_happens_at_a_table_can_be_told() -> None:
    assert set(narration._TELLING) == set(EventKind)
    assert set(narration._ENDING) == set(EndReason)


@pytest.mark.parametrize(
    ("language", "fire", "kind"),
    [
        ("en", "fire", "30.5"),
        ("nb", "ild", "30,5"),
        ("fi", "tuli", "30,5"),
        ("sv", "eld", "30,5"),
        ("nl", "vuur", "30,5"),
    ],
)
def test_a_replay_calls_fire_by_its_name_in_every_language(
    language: str, fire: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number that it counts, 32, serves to compare hands and is shown to nobody."""
    stack(monkeypatch, stacked(["7S 7H 7D", "AS AH AD"], deck="a7"))
    rules = preset("dutch-a7", lives=1, grace=False)
    plan = MatchPlan("fire", rules, 2, 1, SEED)
    record = recorded(plan, lambda seen: "keep" if "keep" in seen.legal else "pass")

    with translation.override(language):
        moments = replays.frames(record, 0, 0, ["sevens", "aces"])

    assert [kind, fire] == [seat.value for seat in moments[0].seats]
    assert [kind, fire] == [seat.value for seat in moments[-1].seats]
    assert "32" not in json.dumps([moment.to_json() for moment in moments])


def test_a_replay_shows_what_a_hand_counted_when_nobody_declared_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stack(monkeypatch, stacked(["AS KS QS", "KH 5H 2C"]))
    actions = ["pass", "knock"]
    rules = preset("norwegian", lives=1, grace=False)
    record = recorded(
        MatchPlan("undeclared", rules, 2, 1, SEED),
        lambda seen: actions.pop(0) if actions else seen.legal[-1],
    )

    moments = replays.frames(record, 0, 0, ["silent", "other"])

    assert [moments[0].seats[0].value, moments[-1].seats[0].value] == ["31", "30"]


def test_on_the_bus_a_replay_shows_stops_and_not_lives() -> None:
    match = queued(*house("threshold", "greedy"), rules=preset("ride-the-bus"))
    assert play_match(match.pk)

    html = Client().get(f"/matches/{match.pk}/replay/").content.decode()

    assert "bus stop <b" in html
    assert "lives <b" not in html
