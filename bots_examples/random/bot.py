"""Play any legal action, each as likely as the others."""

import random

from thirtyone import Bot, Situation


class RandomBot(Bot):
    """Know the rules and nothing else."""

    forms = ("draw", "exchange")

    def turn(self, view: Situation) -> str:
        return random.choice(view.legal)

    def discard(self, view: Situation) -> str:
        return random.choice(view.legal)

    def choose(self, view: Situation) -> str:
        return random.choice(view.legal)

    def exchange(self, view: Situation) -> str:
        return random.choice(view.legal)


if __name__ == "__main__":
    RandomBot().run()
