"""All formats by name, found in the files of this package."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from puzzler import formats
from puzzler.board.errors import BoardError, PuzzlerError, unknown
from puzzler.formats import headers
from puzzler.formats.format import Contents, Format
from puzzler.registry import by_name

# reading and this module look up formats here; toml_reading is only needed for some commands
FORMATS = by_name(formats, "FORMAT", Format, besides=("reading", "registry", "toml_reading"))
"""Name to format, by rank."""


@dataclass(frozen=True)
class Reading:
    """A text as one format reads it."""

    form: Format
    contents: Contents

    @property
    def words(self) -> str:
        """The format, the board and its goal."""
        contents = self.contents
        return f"{self.form.name}, {contents.start} with the goal {contents.meant_goal}"


class AmbiguousError(BoardError):
    """Several formats fit a text, and it means something different in each."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        meanings = "; or ".join(reading.words for reading in readings)
        names = " or ".join(f"--from {reading.form.name}" for reading in readings)
        super().__init__(f"{len(readings)} formats fit: {meanings}. Say which it is: {names}")
        self.readings = tuple(readings)


def named(name: str) -> Format:
    """The format of that name; PuzzlerError lists what there is."""
    if name not in FORMATS:
        raise PuzzlerError(unknown("format", name, FORMATS))
    return FORMATS[name]


def candidates(text: str) -> list[Format]:
    """The formats that recognise ``text``, by rank; at least one."""
    return [
        form
        for form in FORMATS.values()
        if form.pattern.search(text) and (form.is_meant is None or form.is_meant(text))
    ]


def readings(
    text: str, form: str | None = None, besides: Collection[str] = (), *, has_goal: bool = False
) -> tuple[Reading, ...]:
    """The readings of ``text`` in all formats that can read it, by rank.

    form: the name of the only format to try; besides: of formats not to try. has_goal: the goal is
    given elsewhere, whatever the text says. A goal in a comment counts where neither the text nor
    its format has one. Readings of the same board, goal, moves and weight are one. BoardError, of
    the format of the lowest rank, where none can read it.
    """
    forms = candidates(text) if form is None else [named(form)]
    forms = [tried for tried in forms if tried.name not in besides]
    found_readings: list[Reading] = []
    first_error: BoardError | None = None
    for tried in forms:
        try:
            contents = replace(_with_goal(tried.read(text), text), form=tried.name)
        except BoardError as error:
            first_error = first_error or error
            continue
        if not any(
            _meaning(contents, has_goal=has_goal) == _meaning(other.contents, has_goal=has_goal)
            for other in found_readings
        ):
            found_readings.append(Reading(tried, contents))
    if not found_readings:
        assert first_error is not None, "the last resort recognises everything"
        raise first_error
    return tuple(found_readings)


def read(text: str, form: str | None = None, *, has_goal: bool = False) -> Contents:
    """The contents of ``text``; AmbiguousError where it has several readings.

    BoardError and the parameters are as for ``readings``.
    """
    found_readings = readings(text, form, has_goal=has_goal)
    if len(found_readings) > 1:
        raise AmbiguousError(found_readings)
    return found_readings[0].contents


def _with_goal(contents: Contents, text: str) -> Contents:
    """``contents`` with the goal of a comment, if it has none."""
    if contents.goal is None and (goal := headers.commented_goal(text)) is not None:
        return replace(contents, goal=goal.for_shape(*contents.start.size))
    return contents


def _meaning(contents: Contents, *, has_goal: bool) -> tuple[object, ...]:
    """Equal for readings that mean the same."""
    return (
        contents.start,
        None if has_goal else contents.meant_goal,
        contents.labels,
        contents.weight,
        contents.moves,
    )
