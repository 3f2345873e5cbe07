"""Reviewing games and drilling what they lost, and the statistics of all solves."""
