"""Uploads that go wrong, each in its own way, and two that remember or do not."""

from typing import Final

_HEAD: Final = b"""
import sys, time
from thirtyone import Bot

class Player(Bot):
    def turn(self, view):
        if "knock" in view.legal and view.value(view.hand) >= 24:
            return "knock"
        return "stock" if "stock" in view.legal else "take"

    def discard(self, view):
        return max(view.discardable, key=lambda card: view.value(view.without(card)))
"""
_TAIL: Final = b"""
Player().run()
"""

FAIR: Final = _HEAD + _TAIL

CRASHES: Final = b"""
import sys
print("no such luck", file=sys.stderr)
raise KeyError("nine of hearts")
"""

PRINTS_JUNK: Final = b"""
import sys
for line in sys.stdin:
    sys.stdout.buffer.write(b"hello, I am a bot \\xff\\0\\n")
    sys.stdout.flush()
"""

PLAYS_ILLEGAL_CARD: Final = b"""
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        action = "stock" if "stock" in message["legal"] else message["legal"][0]
        if message["type"] == "discard":
            action = "discard 1X"
        print(json.dumps({"id": message["id"], "action": action}), flush=True)
"""

SLEEPS: Final = b"""
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        if message["type"] != "hello":
            time.sleep(30)
        print(json.dumps({"id": message["id"], "action": message["legal"][0]}), flush=True)
"""

# Plays the same cautious game always, except where it remembers what its opponent was dealt. Every
# place that could outlive a process is written and read: memory, /tmp, /dev/shm, its own folder.
REMEMBERS: Final = b"""
import json, os, sys
from thirtyone import Bot

PLACES = ["/tmp/seen.json", "/dev/shm/seen.json", "/bot/seen.json", "/var/tmp/seen.json"]
FORGETFUL = False
KNOCK_AT = 31

class Player(Bot):
    seen = {}
    passes = 0

    def receive(self, message):
        if message["type"] == "hello":
            self.games = -1
            Player.passes += 1
            self.load()
            if not FORGETFUL:
                print(f"pass {Player.passes}, places with notes: {self.found}", file=sys.stderr)
        return super().receive(message)

    def load(self):
        self.found = []
        for place in PLACES:
            try:
                with open(place) as file:
                    Player.seen.update(json.load(file))
                self.found.append(place)
            except (OSError, ValueError):
                pass

    def save(self):
        for place in PLACES:
            try:
                with open(place, "w") as file:
                    json.dump(Player.seen, file)
            except OSError:
                pass

    def heard(self, view):
        message = view.message
        if message["type"] == "deal":
            self.games += message["round"] == 0
            self.turns = 0
            self.key = f"{self.games}/{message['round']}/{message['discard']}"
            then = None if FORGETFUL else Player.seen.get(self.key)
            if then and (then["dealer"], then["seat"]) != (message["dealer"], 1 - view.seat):
                then = None
            self.then = then
            self.now = {"dealer": message["dealer"], "seat": view.seat, "hands": [message["hand"]]}
            if then:
                print("remembered", self.key, file=sys.stderr)
        elif message["type"] == "round_end" and not self.then:
            Player.seen[self.key] = {**self.now, "lost": message["lost"]}
        elif message["type"] == "game_end":
            self.save()

    def turn(self, view):
        hand = view.value(view.hand)
        theirs = self.turns + (view.dealer == view.seat)
        self.turns += 1
        if "knock" in view.legal:
            if hand >= KNOCK_AT:
                return "knock"
            if self.then and self.then["lost"][view.seat] and theirs < len(self.then["hands"]):
                if hand > view.value(self.then["hands"][theirs]):
                    return "knock"
        return "stock" if "stock" in view.legal else "take"

    def discard(self, view):
        card = max(view.discardable, key=lambda card: view.value(view.without(card)))
        self.now["hands"].append(view.without(card))
        return card

player = Player()
for line in sys.stdin:
    message = json.loads(line)
    action = player.receive(message)
    if "id" in message:
        print(json.dumps({"id": message["id"], "action": action}), flush=True)
"""
FORGETS: Final = REMEMBERS.replace(b"FORGETFUL = False", b"FORGETFUL = True")
