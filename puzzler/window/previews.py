"""What files hold, looked at in the background: boards and small pictures beside their names."""

from __future__ import annotations

import stat
from collections.abc import Callable, Generator, Sequence
from pathlib import Path

from puzzler.board.errors import BoardError
from puzzler.board.scenario import Scenario
from puzzler.formats.reading import Source
from puzzler.game.files.imported import Choice, Doubt
from puzzler.game.files.text_reader import MOST_CHOICES, Understood, understand
from puzzler.humanize import TIMES, counted, listed, sentence
from puzzler.solver.background import CallWorker, call
from puzzler.window.board.pictures import MOST_PIXELS, SUFFIXES
from puzzler.window.export.recorder import GIF, MP4
from puzzler.window.widgets.preview_list import Preview

TEXT_SUFFIXES = (
    "",
    ".txt",
    ".text",
    ".md",
    ".csv",
    ".tsv",
    ".dat",
    ".in",
    ".out",
    ".sol",
    ".json",
    ".jsonl",
    ".list",
    ".board",
    ".puzzle",
)
"""Of files that may hold boards, in small letters."""
SEEN_SUFFIXES = (*SUFFIXES, GIF)
"""Of files that are shown small, beside their names."""
_PICTURE_SIDE = 160
"""Pixels of a small picture."""

Told = tuple[str, Preview | None]
"""A line about a file, and what is shown beside its name."""


class Previews:
    """Looks at one folder at a time, first at what is in sight. ``close`` ends it."""

    def __init__(self, look: Callable[[Path], Told]) -> None:
        self._look = look
        self._found: list[tuple[int, Told]] = []
        self._taken = 0
        self._wanted = [0]
        self._work: CallWorker[int, None] | None = None

    @property
    def is_busy(self) -> bool:
        """There are files that have not been looked at."""
        return self._work is not None and not self._work.latest.is_over

    def take(self) -> list[tuple[int, Told]]:
        """What has been found out since the last call, with the places of the files."""
        news, self._taken = self._found[self._taken :], len(self._found)
        return news

    def begin(self, files: Sequence[Path]) -> None:
        """Look at these, and no more at those before."""
        self.close()
        self._found, self._taken, self._wanted = [], 0, [0]
        found, wanted, look = self._found, self._wanted, self._look
        if files:
            # what it holds is not this object, which may be dropped while it works
            self._work = call(_looking(tuple(files), look, found, wanted))

    def want(self, first: int) -> None:
        """The files from this one on are in sight."""
        self._wanted[0] = first

    def close(self) -> None:
        """Look no further; harmless to repeat."""
        if self._work is not None:
            self._work.cancel()
        self._work = None


def _looking(
    files: Sequence[Path],
    look: Callable[[Path], Told],
    found: list[tuple[int, Told]],
    wanted: Sequence[int],
) -> Generator[int, None, None]:
    left = dict.fromkeys(range(len(files)))
    while left:
        ahead = (index for index in range(wanted[0], wanted[0] + 20) if index in left)
        index = next(ahead, next(iter(left)))
        del left[index]
        found.append((index, look(files[index])))
        yield len(found)


def look_at(file: Path, scenario: Scenario) -> Told:
    """What ``file`` is in one line, and its boards or its picture. Never raises.

    scenario: what is played, as for ``understand``.
    """
    try:
        suffix = file.suffix.lower()
        if suffix in SEEN_SUFFIXES:
            return _picture(file)
        if suffix == MP4:
            return "Film", None
        text = text_of(file)
        return told_of(understand(text, scenario, file_name=file.name))
    except BoardError as error:
        return sentence(str(BoardError(error.reason, line=error.line, column=error.column))), None
    except (OSError, ValueError) as error:
        return sentence(getattr(error, "strerror", None) or "it cannot be read"), None


def text_of(file: Path) -> str:
    """The text in ``file``; ReadingError where it is none, OSError where it cannot be read."""
    if not stat.S_ISREG(file.stat().st_mode):  # a pipe would wait for whoever writes into it
        raise BoardError("it is not a file with a board")
    return Source(file.name, lambda: file.open("rb")).text()


def told_of(understood: Understood) -> Told:
    """What a text says."""
    first = understood.choices[0]
    if understood.doubt is None:
        rows, columns = first.contents.start.size
        size = f"{rows}{TIMES}{columns}"
        words = first.words if first.words != size else size
        return f"{words} \N{MIDDLE DOT} {first.detail}", _board(first)
    count = len(understood.choices)
    if understood.doubt is Doubt.LINE:
        more = " or more" if count == MOST_CHOICES else ""
        return f"{counted(count, 'board')}{more}", _board(first)
    if understood.doubt is Doubt.GOAL:
        return f"{first.words} \N{MIDDLE DOT} it does not say its goal", _board(first)
    names = listed([choice.words for choice in understood.choices], "or")
    return f"May be {names}", _board(first)


def both_boards(choice: Choice) -> Preview:
    """The board, and the goal that it is to reach; with moves, where they lead."""
    contents, goal = choice.contents, choice.goal
    end = contents.start.apply_all(contents.moves) if contents.moves else goal
    return Preview(((contents.start, goal), (end, goal)), contents.labels)


def _board(choice: Choice) -> Preview:
    return Preview(((choice.contents.start, choice.goal),), choice.contents.labels)


def _picture(file: Path) -> Told:
    from PIL import Image, ImageOps

    try:
        with Image.open(file, formats=("PNG", "JPEG", "GIF")) as image:
            width, height = image.size
            kind = "Animation" if image.format == "GIF" else "Picture"
            words = f"{kind}, {width:,} {TIMES} {height:,}"
            if width * height > MOST_PIXELS:
                return f"{words}: too large", None
            image.draft("RGB", (_PICTURE_SIDE, _PICTURE_SIDE))
            image.thumbnail((2 * _PICTURE_SIDE, 2 * _PICTURE_SIDE))
            small = ImageOps.exif_transpose(image).convert("RGB")
            return words, Preview(pixels=small.tobytes(), size=small.size)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return "Not a picture", None
