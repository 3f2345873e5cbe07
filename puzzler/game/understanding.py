"""What a text may mean that somebody dropped, pasted or opened. Nothing is guessed."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import Scenario
from puzzler.formats import registry
from puzzler.formats.format import Contents
from puzzler.formats.reading import MOST_BYTES, ListError, ReadingError, Source
from puzzler.game import wording
from puzzler.game.received import Choice, Doubt, goal_of
from puzzler.words import TIMES, counted

MOST_CHOICES = 200
"""Boards of a list that are offered: more of them nobody looks through."""


@dataclass(frozen=True)
class Understood:
    """What a text may mean."""

    choices: tuple[Choice, ...]
    """Never empty."""
    doubt: Doubt | None = None
    """What the person is to be asked, even where there is one choice only; None where the first is
    what it says."""


def understand(text: str, scenario: Scenario, form: str | None = None) -> Understood:
    """All that ``text`` may mean.

    scenario: what is played now; moves without a board lead from its start, and a scramble that
    does not say a size is one of its size. form: the name of the format that it is in; by default
    it is told by the content. BoardError says what is wrong with it, with line, column and token.
    """
    if not text.strip():
        raise BoardError("there is nothing to read")
    if len(text) > MOST_BYTES:
        raise BoardError(f"longer than {MOST_BYTES:,} characters: that is no board")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if form is None and (solved := tuple(_printed_by_solve(text))):
        return Understood(solved, None if len(solved) == 1 else Doubt.LINE)
    try:
        readings = registry.readings(text, form)
    except BoardError as error:
        return Understood(_of_list(text, form, error), Doubt.LINE)
    if len(readings) == 1:
        return _with_goal(readings[0].contents, scenario)
    choices = [
        Choice(reading.form.name, _with_standard_goal(reading.contents), _told(reading.contents))
        for reading in readings
    ]
    return Understood(tuple(choices), Doubt.FORMAT)


# ---- One board ---------------------------------------------------------------------------------


def _with_standard_goal(contents: Contents) -> Contents:
    return replace(contents, goal=goal_of(contents))


def _with_goal(contents: Contents, scenario: Scenario) -> Understood:
    """``contents`` with their goal.

    Where they name none and the standard one cannot be reached: with those that can be.
    """
    start, sure = contents.start, _with_standard_goal(contents)
    if contents.goal is None and not is_solvable(start, goal_of(sure)):
        known = [scenario.goal, *(make(*start.size) for make in GOALS.values())]
        goals = dict.fromkeys(goal for goal in known if goal.size == start.size)
        reached = [goal for goal in goals if is_solvable(start, goal)]
        if reached:
            choices = (Choice(_title(sure), replace(sure, goal=goal)) for goal in reached)
            return Understood(tuple(map(_with_details, choices)), Doubt.GOAL)
    return Understood((_with_details(Choice(_title(sure), sure)),))


def _with_details(choice: Choice) -> Choice:
    return replace(choice, detail=_told(choice.contents))


def _title(contents: Contents) -> str:
    """What it is called, else its shape."""
    rows, columns = contents.start.size
    return contents.name or f"{rows}{TIMES}{columns}"


def _told(contents: Contents) -> str:
    """What else there is to know: the goal, the moves, and what is promised of it."""
    start, goal = contents.start, goal_of(contents)
    told = [wording.goal_title(goal)]
    if contents.moves:
        told.append(counted(len(contents.moves), "move"))
    elif contents.length is not None:
        told.append(wording.said_length(contents.length))
    if not is_solvable(start, goal):
        told.append("cannot be solved")
    return f" {wording.DOT} ".join(told)


# ---- Many boards -------------------------------------------------------------------------------


def _of_list(text: str, form: str | None, error: BoardError) -> tuple[Choice, ...]:
    """The boards of a list, one on each line; ``error`` where it is no list."""
    source = Source("", lambda: io.BytesIO(text.encode("utf-8", "replace")))
    try:
        source.read(form)
    except ListError:
        pass
    except ReadingError:
        raise error from None
    found = tuple(islice(_lines(source, form), MOST_CHOICES))
    if not found:
        raise error
    return found


def _lines(source: Source, form: str | None) -> Iterator[Choice]:
    """Those lines that can be read."""
    with suppress(ReadingError):
        for line in source.lines():
            with suppress(ReadingError):
                contents = _with_standard_goal(source.read_line(line, form))
                words = f"Line {line.number:,}"
                words = f"{contents.name} (line {line.number:,})" if contents.name else words
                yield Choice(words, contents, _told(contents))


def _printed_by_solve(text: str) -> Iterator[Choice]:
    """What ``puzzler solve --json`` prints, one object on a line."""
    if not text.lstrip().startswith("{"):
        return
    is_one = _is_json(text)
    for number, line in enumerate([text] if is_one else _filled(text), 1):
        try:
            told = json.loads(line)
            board, goal = Board.parse(told["board"]), Board.parse(told["goal"])
            moves = tuple(map(Move.from_letter, told["moves"] or ""))
            board.apply_all(moves)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError, PuzzlerError):
            continue
        contents = Contents(board, goal, moves=moves or None, form="json")
        yield Choice(f"Line {number:,}", contents, _told(contents))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _filled(text: str) -> Iterable[str]:
    return islice((line for line in text.splitlines() if line.strip()), MOST_CHOICES)
