"""Reading what a text says: a board, a game, moves, or one of several of these."""

from __future__ import annotations

import io
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.goal import GOALS
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import Scenario
from puzzler.formats import registry, scramble
from puzzler.formats.format import Contents
from puzzler.formats.moves import Letters, Mover, read_moves, resolve_moves, split_mover
from puzzler.formats.reading import MAX_BYTES, ReadingError, TextSource, is_list
from puzzler.game.core.texts import goal_title
from puzzler.game.files import texts
from puzzler.humanize import TIMES, counted

MOST_CHOICES = 200


class Doubt(StrEnum):
    """What the person is asked."""

    FORMAT = "format"
    """Several formats fit, and each makes something else of it."""
    LINE = "line"
    """It is a list: which of its boards?"""
    GOAL = "goal"
    """It says no goal, and the standard one cannot be reached."""
    MOVES = "moves"
    """The letters may be a solution or a scramble, the blank's moves or the tiles'."""


@dataclass(frozen=True)
class ReadingChoice:
    """One thing that a text may mean."""

    words: str
    contents: Contents
    """Where it has moves, they are legal."""

    @property
    def goal(self) -> Board:
        """The board to reach."""
        return self.contents.meant_goal

    @property
    def detail(self) -> str:
        """What else there is to know: the goal, the moves, and what is promised of it."""
        contents, start, goal = self.contents, self.contents.start, self.goal
        told = [goal_title(goal)]
        if contents.moves:
            told.append(counted(len(contents.moves), "move"))
            if start.apply_all(contents.moves) != goal:
                told.append("not to the goal")
        elif contents.length is not None:
            told.append(texts.said_length(contents.length))
        if not is_solvable(start, goal):
            told.append("cannot be solved")
        return " \N{MIDDLE DOT} ".join(told)


@dataclass(frozen=True)
class Understood:
    """What a text may mean."""

    choices: tuple[ReadingChoice, ...]
    doubt: Doubt | None = None
    """The question to ask, even if there is only one choice; None if the first choice is meant."""

    def with_note(self, note: str) -> Understood:
        """Return the same with ``note`` in the contents of every choice."""
        choices = tuple(
            replace(choice, contents=replace(choice.contents, note=note)) for choice in self.choices
        )
        return replace(self, choices=choices)


def normal(text: str) -> str:
    """``text`` without a byte order mark and carriage returns; BoardError if empty or too long."""
    if not text.strip():
        raise BoardError("there is nothing to read")
    if len(text) > MAX_BYTES:
        raise BoardError(f"longer than {MAX_BYTES:,} characters: that is no board")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def understand(text: str, scenario: Scenario, file_name: str = "") -> Understood:
    """All that ``text`` may mean.

    scenario: what is played now; moves without a board lead from its start, and a scramble that
    does not say a size is one of its size. file_name: may promise something. BoardError says what
    is wrong with the text, with line, column and token.
    """
    text = normal(text)
    letters = _letters_in(text)
    if letters is not None:
        return _of_letters(text, *letters, scenario)
    try:
        readings = registry.readings(text)
    except BoardError as error:
        either = _of_either_mover(text)
        if either:
            return Understood(either, Doubt.MOVES)
        return Understood(_of_list(text, error), Doubt.LINE)
    found = [reading.contents for reading in readings]
    if file_name:
        found = [registry.FORMATS[each.form].with_promise(each, file_name) for each in found]
    if len(found) == 1:
        return _with_goal(found[0], scenario)
    return Understood(tuple(ReadingChoice(each.form, each) for each in found), Doubt.FORMAT)


def solution_in(text: str, scenario: Scenario) -> Contents:
    """What ``text`` says; letters alone are moves from the start of ``scenario``.

    ``moves`` is None where it has none. BoardError where it is not right.
    """
    text = text.strip() and normal(text)
    letters = _letters_in(text)
    if letters is not None:
        made = resolve_moves(scenario.start, scenario.goal, letters[1], letters[0])
        return Contents(
            start=scenario.start, goal=scenario.goal, labels=scenario.labels, moves=made
        )
    if not any(letter.isdigit() for letter in text):
        read_moves(split_mover(text)[1])  # says what is wrong with it
    return registry.read(text)


def _with_goal(contents: Contents, scenario: Scenario) -> Understood:
    """``contents``; where they name no goal and the standard one is out of reach: with others."""
    start, goal = contents.start, contents.meant_goal
    rows, columns = start.size
    title = contents.name or f"{rows}{TIMES}{columns}"
    if contents.goal is None and not is_solvable(start, goal):
        known = [scenario.goal, *(make(rows, columns) for make in GOALS.values())]
        goals = dict.fromkeys(goal for goal in known if goal.size == start.size)
        reached = [goal for goal in goals if is_solvable(start, goal)]
        if reached:
            choices = (ReadingChoice(title, replace(contents, goal=goal)) for goal in reached)
            return Understood(tuple(choices), Doubt.GOAL)
    return Understood((ReadingChoice(title, contents),))


def _letters_in(text: str) -> tuple[Mover | None, Letters] | None:
    """Who moves, where it is said, and the moves, where ``text`` is nothing but that; else None."""
    if text.lstrip()[:1].isdigit():
        return None
    try:
        said, rest = split_mover(text)
        return said, read_moves(rest)
    except BoardError:
        return None


def _of_letters(text: str, said: Mover | None, letters: Letters, scenario: Scenario) -> Understood:
    """Moves from the start of ``scenario``, or a scramble of its size; BoardError where neither.

    Each for the blank and for the tile, as far as they are legal. If only one leads to the goal it
    is the only choice.
    """
    start, goal = scenario.start, scenario.goal
    played, scrambles = dict[Contents, str](), dict[Contents, str]()
    for mover in Mover if said is None else (said,):
        with suppress(BoardError):
            made = resolve_moves(start, goal, letters, mover)
            contents = Contents(start=start, goal=goal, labels=scenario.labels, moves=made)
            played[contents] = texts.MOVES_FROM_HERE
        with suppress(BoardError):
            header = "" if said is not None else f"moves: {mover.value}\n"
            scrambles[scramble.read(header + text, start.size)] = texts.A_SCRAMBLE
    solutions = [each for each in played if start.apply_all(each.moves or ()) == goal]
    found = played | scrambles
    if not letters.moves or not found:
        resolve_moves(start, goal, letters, said)  # says what is wrong with them
        raise BoardError(texts.NO_MOVES)
    if len(solutions) == 1 or len(found) == 1:
        return Understood((ReadingChoice(texts.PASTED, [*solutions, *found][0]),))
    return Understood(
        tuple(ReadingChoice(words, each) for each, words in found.items()), Doubt.MOVES
    )


def _of_either_mover(text: str) -> tuple[ReadingChoice, ...]:
    """A board with moves, or a scramble, of which the letters may move the blank or the tile."""
    found = []
    with suppress(BoardError):
        is_said = split_mover(text)[0] is not None
        for mover, words in () if is_said else texts.MOVED_BY.items():
            with suppress(BoardError):
                found.append(ReadingChoice(words, registry.read(f"moves: {mover.value}\n{text}")))
    return tuple(found)


def _of_list(text: str, error: BoardError) -> tuple[ReadingChoice, ...]:
    """The readable boards of a list, one on each line; ``error`` where it is no list."""
    if not is_list(text):
        raise error from None
    source = TextSource("", lambda: io.BytesIO(text.encode("utf-8", "replace")))
    found = []
    with suppress(ReadingError):
        for line in source.lines():
            with suppress(ReadingError):
                contents = source.read_line(line)
                words = texts.board_of_list(contents.name, line.number)
                found.append(ReadingChoice(words, contents))
            if len(found) == MOST_CHOICES:
                break
    if not found:
        raise error
    return tuple(found)
