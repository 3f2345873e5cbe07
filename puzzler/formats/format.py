"""What a text format declares about itself, and what reading a text gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzler.board.board import Board


@dataclass(frozen=True)
class Contents:
    """What a text says."""

    start: Board
    """The board to solve."""
    goal: Board | None = None
    """The board to reach; None where the text does not say."""
    labels: tuple[str, ...] | None = None
    """What stands on every tile, by its number, "" for the blank; None where that is the number."""
    weight: float | None = None
    """The weight to search with; None where the text does not say."""


@dataclass(frozen=True)
class Format:
    """A named notation for puzzles."""

    name: str
    """As on the command line."""
    summary: str
    """One line for a listing."""
    rank: int
    """The format of the lowest rank that recognises a text reads it."""
    recognises: Callable[[str], bool]
    """True where a text is meant to be in this format, be it right or not; quick on any noise."""
    read: Callable[[str], Contents]
    """BoardError with line, column and token where the text is not right; quick on any noise."""
