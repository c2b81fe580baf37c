"""The parts of pages that keep themselves up to date, by name.

A fragment is rendered by the same function for a fresh page and for the stream, so that both say
the same. Apps with pages register theirs when they start.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from tournament.accounts.models import User

Viewer = User | AnonymousUser


class NoSuchFragment(LookupError):
    """A name that is not registered, or a key that names nothing this viewer may see."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A named part of pages.

    `render(key, viewer)` returns its HTML and raises NoSuchFragment for a wrong key;
    `topics(key)` says which hints mean that it may have changed.
    """

    name: str
    topics: Callable[[str], Iterable[str]]
    render: Callable[[str, Viewer], str]


_fragments: dict[str, Fragment] = {}


def register(fragment: Fragment) -> None:
    """Make a fragment known under its name."""
    _fragments[fragment.name] = fragment


def names() -> list[str]:
    """Return the names of all fragments."""
    return sorted(_fragments)


def find(address: str) -> tuple[Fragment, str]:
    """Return the fragment and key of an address such as `league-table:3`."""
    name, _, key = address.partition(":")
    if name not in _fragments:
        raise NoSuchFragment(address)
    return _fragments[name], key


def render(address: str, viewer: Viewer) -> str:
    """Return the HTML of the fragment at an address."""
    fragment, key = find(address)
    return fragment.render(key, viewer)


def topics(addresses: Iterable[str]) -> set[str]:
    """Return the topics of several fragments."""
    found = [find(address) for address in addresses]
    return {topic for fragment, key in found for topic in fragment.topics(key)}
