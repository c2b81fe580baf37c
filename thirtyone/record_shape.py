"""Check that what was read from a record has the fields and types that a record has."""

from collections.abc import Iterable
from typing import Any

from thirtyone.deal import SEED_BYTES


def check_record(data: Any) -> None:
    """Check everything but the rules and whether the games hold; raises ValueError."""
    _typed(data, dict, "the record")
    _typed(data.get("match_id"), str, "match_id").encode()
    seed = _typed(data.get("seed"), str, "seed")
    if len(seed) != 2 * SEED_BYTES or not set(seed) <= set("0123456789abcdef"):
        raise ValueError("seed has not 64 hexadecimal digits")
    _number(data.get("blocks"), 1, "blocks")
    entrants = len(_each(data.get("entrants"), str, "entrants"))
    for number, game in enumerate(_each(data.get("games"), dict, "games")):
        try:
            _check_game(game, entrants)
        except ValueError as error:
            raise ValueError(f"game {number + 1}: {error}") from None


def _check_game(game: dict[str, Any], entrants: int) -> None:
    for name in ("block", "rotation"):
        _number(game.get(name), 0, name)
    for name in ("absent", "places", "lives", "ms"):
        for value in _typed(game.get(name), list, name):
            _number(value, 0, name)
    for name in ("places", "lives"):
        if len(game[name]) != entrants:
            raise ValueError(f"{name} are not those of {entrants} entrants")
    if any(entrant >= entrants for entrant in game["absent"]):
        raise ValueError("an absent entrant is not among the entrants")
    actions = _typed(game.get("actions"), str, "actions")
    if len(actions.split(",") if actions else []) != len(game["ms"]):
        raise ValueError("there is not one time for each action")
    for fault in _each(game.get("faults"), dict, "faults"):
        for name in ("entrant", "round", "decision"):
            _number(fault.get(name), 0, f"a fault's {name}")
        _typed(fault.get("forfeits"), bool, "a fault's forfeits")
        if fault["entrant"] >= entrants:
            raise ValueError("a fault's entrant is not among the entrants")


def _typed(value: Any, kind: type, name: str) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"{name} is missing or of the wrong kind")
    return value


def _each(values: Any, kind: type, name: str) -> list[Any]:
    items: Iterable[Any] = _typed(values, list, name)
    return [_typed(value, kind, name) for value in items]


def _number(value: Any, least: int, name: str) -> None:
    if type(value) is not int or value < least:
        raise ValueError(f"{name} is no number from {least} on")
