"""The bot author's kit: one module for each command of ``python3 -m thirtyone``."""
