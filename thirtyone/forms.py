"""Find what plays a round of each form."""

from typing import Final

from thirtyone.draw import DrawRound
from thirtyone.exchange import ExchangeRound
from thirtyone.keys import Form

Round = DrawRound | ExchangeRound

FORMS: Final[dict[Form, type[DrawRound] | type[ExchangeRound]]] = {
    Form.DRAW: DrawRound,
    Form.EXCHANGE: ExchangeRound,
}
"""The round of each form. ``thirtyone.keys.KEYS`` says which keys a form has."""
