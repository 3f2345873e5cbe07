"""All formats by name, collected from the files of this package."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from puzzler import formats
from puzzler.board.board import parse_plain
from puzzler.board.errors import BoardError, PuzzlerError, unknown_name
from puzzler.formats import headers
from puzzler.formats.format import Contents, Format
from puzzler.registry import by_name

# reading imports this module; toml_reading is only needed by some commands
FORMATS = by_name(formats, "FORMAT", Format, besides=("reading", "registry", "toml_reading"))
"""Formats by name, in the order of rank."""
_ROWS = ("columbia", "list", "42")


def described(contents: Contents) -> str:
    """Return the format, the board and its goal, for messages."""
    return f"{contents.form}, {contents.start} with the goal {contents.goal_or_standard}"


class AmbiguousError(BoardError):
    """A text is valid in several formats with different meanings."""

    def __init__(self, readings: Sequence[Contents]) -> None:
        meanings = "; or ".join(map(described, readings))
        names = " or ".join(f"--from {reading.form}" for reading in readings)
        super().__init__(f"{len(readings)} formats match: {meanings}. Choose one: {names}")
        self.readings = tuple(readings)


def find_format(name: str) -> Format:
    """Return the format with this name. Raises PuzzlerError if there is none."""
    if name not in FORMATS:
        raise PuzzlerError(unknown_name("format", name, FORMATS))
    return FORMATS[name]


def candidates(text: str) -> list[Format]:
    """Return the formats that recognize ``text``, by rank. There is at least one."""
    forms = [
        form
        for form in FORMATS.values()
        if form.pattern.search(text) and (form.is_plausible is None or form.is_plausible(text))
    ]
    # the grid reads a board in one row too, but without the goal that these formats add
    if any(form.name in _ROWS for form in forms):
        forms.remove(FORMATS["grid"])
    return forms


def readings(
    text: str, form: str | None = None, besides: Collection[str] = (), *, has_goal: bool = False
) -> tuple[Contents, ...]:
    """Read ``text`` in all formats that accept it, by rank.

    form: the name of the only format to try. besides: names of formats to skip. has_goal: the
    caller has a goal, so goals in the text are ignored. A goal in a comment applies if neither the
    text nor its format has one. Equivalent readings are merged. If no format accepts the text,
    raises the BoardError of the lowest rank.
    """
    # only the grid accepts rows of numbers with "/", and lists have thousands of such lines
    if form is None and not besides and "/" in text and (board := parse_plain(text)):
        return (Contents(start=board, form="grid"),)
    forms = candidates(text) if form is None else [find_format(form)]
    forms = [tried for tried in forms if tried.name not in besides]
    found_readings: list[Contents] = []
    first_error: BoardError | None = None
    for tried in forms:
        try:
            contents = replace(_with_goal(tried.read(text), text), form=tried.name)
        except BoardError as error:
            first_error = first_error or error
            continue
        if not any(
            _meaning(contents, has_goal=has_goal) == _meaning(other, has_goal=has_goal)
            for other in found_readings
        ):
            found_readings.append(contents)
    if not found_readings:
        assert first_error is not None, "the grid recognizes every text"
        raise first_error
    return tuple(found_readings)


def read(text: str, form: str | None = None, *, has_goal: bool = False) -> Contents:
    """Read ``text`` as in ``readings``. Raises AmbiguousError if there are several readings."""
    found_readings = readings(text, form, has_goal=has_goal)
    if len(found_readings) > 1:
        raise AmbiguousError(found_readings)
    return found_readings[0]


def _with_goal(contents: Contents, text: str) -> Contents:
    """Add the goal of a comment if ``contents`` has none."""
    if contents.goal is None and (goal := headers.commented_goal(text)) is not None:
        return replace(contents, goal=goal(*contents.start.size))
    return contents


def _meaning(contents: Contents, *, has_goal: bool) -> tuple[object, ...]:
    """Return a key that is equal for equivalent readings."""
    return (
        contents.start,
        None if has_goal else contents.goal_or_standard,
        contents.labels,
        contents.weight,
        contents.moves or None,
    )
