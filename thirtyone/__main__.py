"""The bot author's kit: ``python3 -m thirtyone COMMAND``; docs/authors/kit.md has every command."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an author's Python may well be older
    sys.exit("thirtyone: needs Python 3.11 or newer, and this is " + sys.version.split()[0])

try:
    from thirtyone.kit.command_line import main
except KeyboardInterrupt:  # Ctrl-C while it is loaded
    sys.exit(130)

__all__ = ["main"]

if __name__ == "__main__":
    raise SystemExit(main())
