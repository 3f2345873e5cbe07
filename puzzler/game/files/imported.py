"""The results of importing, and the pieces of text that can be exported."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from puzzler.formats.format import Contents
from puzzler.game.files.text_reader import (
    Doubt,
    ReadingChoice,
)


class TextPiece(StrEnum):
    """The things that can be exported."""

    POSITION = "position"
    """The current board and its goal."""
    GAME = "game"
    """The start of the game, and the moves until now with their times."""
    ANSWER = "answer"
    """The solution of a search, in the form that the format defines."""


class ImportKind(StrEnum):
    """The kinds of results of an import."""

    BOARD = "board"
    """A new game, which undo can revert; in the editor, a new draft."""
    REVIEW = "review"
    SEED = "seed"
    READING = "reading"
    """A long text that is still being read in the background."""
    AMBIGUOUS = "ambiguous"
    """The text is ambiguous. One of ``choices`` must be selected."""
    REFUSED = "refused"
    """Nothing was imported. ``message`` has the reason."""


@dataclass(frozen=True)
class Imported:
    """The result of an import."""

    kind: ImportKind
    message: str = ""
    """A message of one line; empty if the session shows it or none is needed."""
    choices: tuple[ReadingChoice, ...] = ()
    """Empty unless ``kind`` is AMBIGUOUS."""
    doubt: Doubt | None = None


@dataclass
class Origin:
    """The origin of an imported board."""

    contents: Contents
    name: str
    """Name of the file or another title; may be empty."""
    file: Path | None = None
    """None if it came from the clipboard."""
    is_compared: bool = False
    """The length claimed by the text was compared with the proven length."""
