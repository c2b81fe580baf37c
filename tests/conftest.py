"""What holds for every test."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Leave the language of each test behind: a page asked for in Dutch sets it for the thread."""
    yield
    translation.deactivate()
