"""The card game 31: rules, decks, rounds, games, matches and their records.

Nothing beyond the standard library is needed to import this package.
"""
