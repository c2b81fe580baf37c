"""The bot protocol, version 1: messages to lines and lines to replies, and no I/O.

docs/protocol.md is its description for people; tests hold the two against each other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from thirtyone import strict_json

VERSION = 1
READY = "ready"


class UnreadableReply(Exception):
    """Says why a line is no reply at all."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class IllegalReply(Exception):
    """Says that a well-formed reply names an action that is not allowed."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Reply:
    """Hold what a bot wrote: the request's number and its action, unchecked."""

    id: int
    action: str


def encode(message: Mapping[str, Any]) -> bytes:
    """Return the message as one line of ASCII JSON, without the newline."""
    return json.dumps(message, separators=(",", ":")).encode("ascii")


def numbered(message: Mapping[str, Any], number: int, legal: tuple[str, ...]) -> dict[str, Any]:
    """Return a message as a request: with its number and what may be answered."""
    return {"type": message["type"], "id": number, **message, "legal": list(legal)}


def decode(line: bytes) -> dict[str, Any]:
    """Return the message in a line that the arena wrote."""
    message: dict[str, Any] = json.loads(line)
    return message


def parse_reply(line: bytes) -> Reply:
    """Read one line strictly; unknown fields are ignored. Raises UnreadableReply."""
    try:
        value = strict_json.loads(line)
    except strict_json.NotStrict as error:
        raise UnreadableReply(error.why) from None
    if not isinstance(value, dict):
        raise UnreadableReply("a reply is an object")
    number, action = value.get("id"), value.get("action")
    if type(number) is not int:
        raise UnreadableReply('"id" must be the number of the request')
    if not isinstance(action, str):
        raise UnreadableReply('"action" must be a text')
    return Reply(number, action)


def match_action(reply: Reply, legal: tuple[str, ...]) -> str:
    """Return the legal action that the reply names: ours, never the bot's own text.

    Raises IllegalReply.
    """
    for action in legal:
        if action == reply.action:
            return action
    raise IllegalReply("the action is not one of the legal ones")
