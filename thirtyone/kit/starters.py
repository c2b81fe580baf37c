"""Hold the files of a new bot."""

from __future__ import annotations

import re
from typing import Final

_BOT: Final = '''"""{name}: knock when the hand is good, and till then keep the best three cards."""

from thirtyone import Bot, Situation

KNOCK_AT = 25


class {class_name}(Bot):
    """Change what you like: these two methods decide everything."""

    def turn(self, view: Situation) -> str:
        """Choose one of view.legal: knock, stock (draw unseen) or take (the top discard)."""
        if "knock" in view.legal and view.value(view.hand) >= KNOCK_AT:
            return "knock"
        if view.discard is not None:
            hand = view.hand
            swaps = [[*hand[:i], *hand[i + 1 :], view.discard] for i in range(len(hand))]
            if max(view.value(swap) for swap in swaps) > view.value(hand) + 2:
                return "take"
        return "stock" if "stock" in view.legal else "take"

    def discard(self, view: Situation) -> str:
        """Choose the card to put down, now that you hold four."""
        return max(view.discardable, key=lambda card: view.value(view.without(card)))


if __name__ == "__main__":
    {class_name}().run()
'''

_TOML: Final = """# What the bot plays; it is asked for nothing else.
forms = ["draw"]
"""

_README: Final = """# {name}

Knocks as soon as its hand is worth 25, takes a discard that helps by more than two points, and
keeps the best three cards.

From the folder that holds `thirtyone/`:

```
python3 -m thirtyone check {folder}
python3 -m thirtyone play {folder} threshold --blocks 100
```

Its own test, in this folder: `python3 -m unittest`. To upload it, send `bot.py`, or this folder
as a zip.
"""

_TEST: Final = '''"""The bot keeps to the rules, and does what its README says."""

import sys
import unittest
from pathlib import Path

sys.path.append({kit!r})  # the folder that holds thirtyone/

from thirtyone.check import check
from thirtyone.programs import find

BOT = find(str(Path(__file__).resolve().parent))


class TestBot(unittest.TestCase):
    def test_it_passes_the_check_that_an_upload_must_pass(self):
        report = check(BOT.player, BOT.plays())

        self.assertTrue(report.passed, report.to_text(BOT.shell_line))


if __name__ == "__main__":
    unittest.main()
'''


def starter_files(name: str, kit: str) -> dict[str, str]:
    """Return the files of a new bot by name; ``kit`` is the folder that holds ``thirtyone``."""
    words = re.split(r"[-_]+", name)
    class_name = "".join(word[:1].upper() + word[1:] for word in words) + "Bot"
    return {
        "bot.py": _BOT.replace("{name}", name).replace("{class_name}", class_name),
        "bot.toml": _TOML,
        "README.md": _README.replace("{name}", name).replace("{folder}", name),
        "test_bot.py": _TEST.replace("{kit!r}", repr(kit)),
    }
