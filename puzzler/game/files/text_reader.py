"""Reading what a text says: a board, a game, moves, or one of several of these."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from puzzler.board.errors import BoardError
from puzzler.board.goal import GOALS
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import Scenario
from puzzler.formats import princeton, registry, scramble
from puzzler.formats.format import Contents
from puzzler.formats.moves import Letters, Mover, meant, read_moves, split_mover
from puzzler.formats.reading import MOST_BYTES, ListError, ReadingError, Source
from puzzler.game.files import messages
from puzzler.game.files.imported import Choice, Doubt
from puzzler.game.play.messages import goal_title
from puzzler.humanize import TIMES, counted


def solution_in(text: str, scenario: Scenario) -> Contents:
    """What ``text`` says; letters alone are moves from the start of ``scenario``.

    ``moves`` is None where it has none. BoardError where it is not right.
    """
    letters = letters_in(text)
    if letters is None:
        if not any(letter.isdigit() for letter in text):
            read_moves(split_mover(text)[1])  # says what is wrong with it
        return registry.read(text)
    said, moves = letters
    made = meant(scenario.start, scenario.goal, moves, said)
    return Contents(scenario.start, scenario.goal, scenario.labels, moves=made)


def letters_in(text: str) -> tuple[Mover | None, Letters] | None:
    """Who moves, where it is said, and the moves, where ``text`` is nothing but that; else None."""
    try:
        said, rest = split_mover(text)
        return said, read_moves(rest)
    except BoardError:
        return None


def letter_meanings(text: str, scenario: Scenario) -> tuple[list[Contents], list[Contents]]:
    """What letters alone may be: moves from the start of ``scenario``, and a scramble of its size.

    Each for the blank and for the tile, as far as they can be made; the same is told once. One
    that leads to the goal is meant, and then the only one.
    """
    letters = letters_in(text)
    if letters is None or not letters[1].moves:
        return [], []
    said, moves = letters
    start, goal = scenario.start, scenario.goal
    played, scrambles = list[Contents](), list[Contents]()
    for mover in Mover if said is None else (said,):
        with suppress(BoardError):
            made = meant(start, goal, moves, mover)
            played.append(Contents(start, goal, scenario.labels, moves=made))
        with suppress(BoardError):
            header = "" if said is not None else f"moves: {mover.value}\n"
            scrambles.append(scramble.read(header + text, start.size))
    solutions = [each for each in played if start.apply_all(each.moves or ()) == goal]
    if len(set(solutions)) == 1:
        return solutions[:1], []
    return list(dict.fromkeys(played)), list(dict.fromkeys(scrambles))


MOST_CHOICES = 200
"""Boards of a list that are offered."""


@dataclass(frozen=True)
class Understood:
    """What a text may mean."""

    choices: tuple[Choice, ...]
    doubt: Doubt | None = None
    """What the person is to be asked, even where there is one choice only; None where the first is
    what it says."""


def understand(
    text: str, scenario: Scenario, form: str | None = None, file_name: str = ""
) -> Understood:
    """All that ``text`` may mean.

    scenario: what is played now; moves without a board lead from its start, and a scramble that
    does not say a size is one of its size. form: the name of the format that it is in; by default
    it is told by the content. file_name: may promise something. BoardError says what is wrong with
    the text, with line, column and token.
    """
    if not text.strip():
        raise BoardError("there is nothing to read")
    if len(text) > MOST_BYTES:
        raise BoardError(f"longer than {MOST_BYTES:,} characters: that is no board")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if form is None and letters_in(text) is not None:
        return _of_letters(text, scenario)
    try:
        readings = registry.readings(text, form)
    except BoardError as error:
        either = _of_either_mover(text, form)
        if either:
            return Understood(either, Doubt.MOVES)
        return Understood(_of_list(text, form, error), Doubt.LINE)
    found = [_with_promise(reading.contents, file_name) for reading in readings]
    if len(found) == 1:
        return _with_goal(found[0], scenario)
    choices = [Choice(each.form, _with_standard_goal(each), _told(each)) for each in found]
    return Understood(tuple(choices), Doubt.FORMAT)


# ---- One board ---------------------------------------------------------------------------------


def _with_promise(contents: Contents, file_name: str) -> Contents:
    """With what the name of a file of the 8puzzle assignment promises."""
    is_one = file_name and contents.form == princeton.NAME
    return princeton.with_promise(contents, file_name) if is_one else contents


def _with_standard_goal(contents: Contents) -> Contents:
    return replace(contents, goal=contents.meant_goal)


def _with_goal(contents: Contents, scenario: Scenario) -> Understood:
    """``contents`` with their goal.

    Where they name none and the standard one cannot be reached: with those that can be.
    """
    start, sure = contents.start, _with_standard_goal(contents)
    if contents.goal is None and not is_solvable(start, sure.meant_goal):
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
    start, goal = contents.start, contents.meant_goal
    told = [goal_title(goal)]
    if contents.moves:
        told.append(counted(len(contents.moves), "move"))
        if start.apply_all(contents.moves) != goal:
            told.append("not to the goal")
    elif contents.length is not None:
        told.append(messages.said_length(contents.length))
    if not is_solvable(start, goal):
        told.append("cannot be solved")
    return " \N{MIDDLE DOT} ".join(told)


# ---- Moves -------------------------------------------------------------------------------------


def _of_letters(text: str, scenario: Scenario) -> Understood:
    """Moves from the start of what is played, a scramble, or both; BoardError where neither."""
    played, scrambles = letter_meanings(text, scenario)
    if len(played) + len(scrambles) == 0:
        raise _letters_error(text, scenario)
    if len(played) + len(scrambles) == 1:
        return Understood((_with_details(Choice(messages.PASTED, [*played, *scrambles][0])),))
    choices = [
        *(Choice(messages.MOVES_FROM_HERE, each) for each in played),
        *(Choice(messages.A_SCRAMBLE, each) for each in scrambles),
    ]
    return Understood(tuple(map(_with_details, choices)), Doubt.MOVES)


def _letters_error(text: str, scenario: Scenario) -> BoardError:
    """Why the letters can be made neither on the present board nor on the solved one."""
    try:
        solution_in(text, scenario)
    except BoardError as error:
        return error
    return BoardError(messages.NO_MOVES)


def _of_either_mover(text: str, form: str | None) -> tuple[Choice, ...]:
    """A board with moves, or a scramble, of which the letters may move the blank or the tile."""
    found = []
    for mover in Mover:
        with suppress(BoardError):
            if split_mover(text)[0] is None:
                contents = registry.read(f"moves: {mover.value}\n{text}", form)
                words = messages.MOVED_BY[mover]
                found.append(_with_details(Choice(words, _with_standard_goal(contents))))
    return tuple(found)


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
                words = messages.board_of_list(contents.name, line.number)
                yield Choice(words, contents, _told(contents))
