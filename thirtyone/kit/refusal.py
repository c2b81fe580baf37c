"""Say that what was asked for makes no sense."""


class Refusal(ValueError):
    """Bad input: its text is one line that names what was wrong."""
