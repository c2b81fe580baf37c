"""A reply is read strictly, and its action is only ever compared."""

import pytest

from thirtyone.protocol import (
    IllegalReply,
    Reply,
    UnreadableReply,
    encode,
    match_action,
    parse_reply,
)


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":7,"action":"stock"}',
        b'  {"action" : "stock", "id" : 7}\r',
        b'{"id":7,"action":"st\\u006fck"}',
        b'{"id":7,"action":"stock","why":{"a":[1,-2,null,true]},"x":"\xc3\xa9\\ud83d\\ude00"}',
    ],
)
def test_a_plain_reply_is_read_and_unknown_fields_are_ignored(line: bytes) -> None:
    assert Reply(7, "stock") == parse_reply(line)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "not JSON"),
        (b"stock", "not JSON"),
        (b'{"id":7,"action":"stock"', "not JSON"),
        (b'{"id":7,"action":"stock"} {}', "not JSON"),
        (b'{"id":7,"action":"\xff"}', "not UTF-8"),
        ('{"id":7,"action":"stock"}'.encode("utf-16"), "NUL|UTF-8"),
        ('{"id":7,"action":"stock"}'.encode("utf-16-le"), "NUL"),
        ('{"id":7,"action":"stock"}'.encode("utf-8-sig"), "not JSON"),
        (b'{"id":7,"action":"sto\x00ck"}', "NUL"),
        (b'{"id":7,"action":"sto\\u0000ck"}', "NUL"),
        (b'{"id":7,"action":"stock","x":["\\u0000"]}', "NUL"),
        (b'{"id":7,"action":"stock","\\u0000":1}', "NUL"),
        (b'{"id":7,"action":"\\ud800"}', "surrogate"),
        (b'{"id":7,"action":"stock","x":[["\\udfff"]]}', "surrogate"),
        (b'{"id":7,"action":"\xed\xa0\x80"}', "not UTF-8"),
        (b'{"id":7,"action":"stock","x":NaN}', "NaN"),
        (b'{"id":7,"action":"stock","x":-Infinity}', "Infinity"),
        (b'{"id":7,"action":"stock","x":1e999}', "whole"),
        (b'{"id":7.0,"action":"stock"}', "whole"),
        (b'{"id":7,"action":"stock","x":0.5}', "whole"),
        (b'{"id":1234567890,"action":"stock"}', "9 digits"),
        (b'{"id":7,"action":"stock","x":-1234567890}', "9 digits"),
        (b'{"id":' + b"9" * 8000 + b"}", "9 digits"),
        (b'{"id":7,"id":7,"action":"stock"}', "twice"),
        (b'{"id":7,"action":"stock","x":{"a":1,"a":2}}', "twice"),
        (b'{"id":true,"action":"stock"}', '"id"'),
        (b'{"id":"7","action":"stock"}', '"id"'),
        (b'{"id":null,"action":"stock"}', '"id"'),
        (b'{"action":"stock"}', '"id"'),
        (b'{"id":7}', '"action"'),
        (b'{"id":7,"action":true}', '"action"'),
        (b'{"id":7,"action":["stock"]}', '"action"'),
        (b'["stock"]', "object"),
        (b"null", "object"),
        (b"[" * 4000 + b"]" * 4000, "nested"),
        (b'{"x":' * 1500, "nested"),
    ],
)
def test_a_line_that_two_parsers_could_read_differently_is_refused(line: bytes, why: str) -> None:
    with pytest.raises(UnreadableReply, match=why):
        parse_reply(line)


def test_the_action_taken_is_our_own_text_and_never_the_bots() -> None:
    legal = ("knock", "stock")
    reply = parse_reply(b'{"id":1,"action":"kn\\u006fck"}')

    action = match_action(reply, legal)

    assert action is legal[0]


@pytest.mark.parametrize("action", ["Knock", "knock ", "", "take", "knock\n", "k" * 8000])
def test_an_action_outside_the_list_is_illegal_however_close_it_looks(action: str) -> None:
    with pytest.raises(IllegalReply):
        match_action(Reply(1, action), ("knock", "stock"))


def test_a_message_is_one_line_of_ascii() -> None:
    assert encode({"type": "deal", "note": "é\n"}) == b'{"type":"deal","note":"\\u00e9\\n"}'
