"""Measure what the project claims, each figure against a yardstick of the same run."""
