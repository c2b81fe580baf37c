"""Find what plays a round of each form."""

from typing import Final

from thirtyone.draw import DrawRound
from thirtyone.rules import Form

FORMS: Final[dict[Form, type[DrawRound]]] = {Form.DRAW: DrawRound}
"""The round of each form that is played. ``thirtyone.rules.KEYS`` says which keys a form has."""
