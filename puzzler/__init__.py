"""Sliding-tile puzzles: boards, a solver, a game and a window."""

__version__ = "0.1.0"
