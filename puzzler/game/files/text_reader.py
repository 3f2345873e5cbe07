"""Interprets a text (a board, a game, moves, or several of these), and results of importing."""

from __future__ import annotations

import io
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import Scenario
from puzzler.formats import registry, scramble
from puzzler.formats.format import Contents
from puzzler.formats.moves import (
    Letters,
    Mover,
    read_moves,
    read_tiles,
    resolve_moves,
    split_mover,
    with_letters,
)
from puzzler.formats.reading import MAX_BYTES, ReadingError, TextSource, is_list
from puzzler.game.core.category import name_of_goal
from puzzler.game.core.texts import goal_title
from puzzler.game.play.new_boards import parse_seed
from puzzler.humanize import TIMES, counted, sentence

MAX_CHOICES = 200
MOVES_FROM_HERE = "Moves from the start of this board"
PASTED, PASTED_BOARD = "Pasted solution", "Pasted board"
NO_MOVES = "No moves: write U, D, L and R, after a board if it is not this one"
MOVED_BY = {Mover.BLANK: "The letters move the blank", Mover.TILE: "The letters move the tile"}


class Doubt(StrEnum):
    """The question to the player about an ambiguous text."""

    FORMAT = "format"
    """Several formats fit and give different results."""
    LINE = "line"
    """The text is a list of boards. One must be selected."""
    GOAL = "goal"
    """The text has no goal, and the standard goal cannot be reached."""
    MOVES = "moves"
    """The letters may be a solution or a scramble, and may move the blank or the tiles."""


@dataclass(frozen=True)
class ReadingChoice:
    """One interpretation of a text."""

    label: str
    contents: Contents
    """The parsed contents. The moves, if any, are legal."""

    @property
    def goal(self) -> Board:
        """The goal of the parsed board."""
        return self.contents.goal_or_standard

    @property
    def detail(self) -> str:
        """The goal, the moves and the claimed length."""
        contents, start, goal = self.contents, self.contents.start, self.goal
        parts = [goal_title(goal)]
        if contents.moves:
            parts.append(counted(len(contents.moves), "move"))
            if start.apply_all(contents.moves) != goal:
                parts.append("not to the goal")
        elif contents.length is not None:
            parts.append(f"{counted(contents.length, 'move')} expected")
        if not is_solvable(start, goal):
            parts.append("cannot be solved")
        return " \N{MIDDLE DOT} ".join(parts)


@dataclass(frozen=True)
class Interpretations:
    """The interpretations of a text."""

    choices: tuple[ReadingChoice, ...]
    doubt: Doubt | None = None
    """The question to ask, even if there is only one choice; None if the first choice is
    certain."""


def normal(text: str) -> str:
    """Normalize line ends. Raises BoardError if the text is empty or too long."""
    if not text.strip():
        raise BoardError("the text is empty")
    if len(text) > MAX_BYTES:
        raise BoardError(f"longer than {MAX_BYTES:,} characters, too long for a board")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_text(
    text: str, scenario: Scenario, name: str, *, is_editing: bool
) -> Interpretations | int | BoardError:
    """Return the boards or the seed in a text, or the error if it cannot be read.

    name: name of the text's file, or "". is_editing: the editor is open, which needs only a board.
    """
    try:
        if is_editing:
            with suppress(BoardError):
                return Interpretations((ReadingChoice("", registry.read(normal(text))),))
        found = interpret(text, scenario, name)
    except BoardError as error:
        with suppress(PuzzlerError):
            return parse_seed(text)
        return error
    if not text.strip().isdigit():
        return found
    note = "Read as a board, not as a seed"
    choices = (
        replace(choice, contents=replace(choice.contents, note=note)) for choice in found.choices
    )
    return Interpretations(tuple(choices), found.doubt)


def interpret(text: str, scenario: Scenario, file_name: str = "") -> Interpretations:
    """Return all interpretations of ``text``. Raises BoardError with line, column and token.

    scenario: the current scenario. Moves without a board start at its start, and a scramble without
    a size has its size. file_name: some file names claim the length of a solution.
    """
    text = normal(text)
    letters = _letters_in(text)
    if letters is not None:
        return _interpret_letters(text, *letters, scenario)
    try:
        found = registry.readings(text)
    except BoardError as error:
        with suppress(BoardError):
            # a single number is a seed
            if len(text.split()) > 1 and (moves := read_tiles(text, scenario.start)):
                choice = ReadingChoice(MOVES_FROM_HERE, _with_moves(scenario, moves))
                return Interpretations((choice,))
        choices = _interpret_both_movers(text)
        if choices:
            return Interpretations(choices, Doubt.MOVES)
        return Interpretations(_interpret_list(text, error), Doubt.LINE)
    if file_name:
        found = tuple(registry.FORMATS[each.form].with_promise(each, file_name) for each in found)
    if len(found) == 1:
        return _with_goal(found[0], scenario)
    return Interpretations(tuple(ReadingChoice(each.form, each) for each in found), Doubt.FORMAT)


def solution_in(text: str, scenario: Scenario) -> Contents:
    """Parse a solution. Letters without a board are moves from the start of ``scenario``.

    ``moves`` is None if there are none. Raises BoardError if the text is invalid.
    """
    text = text.strip() and normal(text)
    letters = _letters_in(text)
    if letters is not None:
        moves = resolve_moves(scenario.start, scenario.goal, letters[1], letters[0])
        return _with_moves(scenario, moves)
    if not any(letter.isdigit() for letter in text):
        read_moves(split_mover(text)[1])  # raises the error
    try:
        return registry.read(text)
    except BoardError:
        slides = read_tiles(text, scenario.start)
        if slides is None:
            raise
        return _with_moves(scenario, slides)


def _with_moves(scenario: Scenario, moves: tuple[Move, ...]) -> Contents:
    """Return the board of a scenario with moves from its start."""
    start, goal = scenario.start, scenario.goal
    return Contents(start=start, goal=goal, labels=scenario.labels, moves=moves)


def _with_goal(contents: Contents, scenario: Scenario) -> Interpretations:
    """Return the contents, or a choice of goals if a goal is needed but not given."""
    start, goal = contents.start, contents.goal_or_standard
    rows, columns = start.size
    title = contents.name or f"{rows}{TIMES}{columns}"
    if contents.goal is None and not is_solvable(start, goal):
        candidates = [scenario.goal, *(make(rows, columns) for make in GOALS.values())]
        goals = dict.fromkeys(goal for goal in candidates if goal.size == start.size)
        reachable = [goal for goal in goals if is_solvable(start, goal)]
        if reachable:
            choices = (ReadingChoice(title, replace(contents, goal=goal)) for goal in reachable)
            return Interpretations(tuple(choices), Doubt.GOAL)
    return Interpretations((ReadingChoice(title, contents),))


_START = 100
"""Characters at the start of a text that contain the number of a list item and its move."""


def _letters_in(text: str) -> tuple[Mover | None, Letters] | None:
    """Parse a text of moves only: the declared mover, if any, and the letters; else None."""
    if with_letters(text.lstrip()[:_START]).lstrip()[:1].isdigit():
        return None
    try:
        mover_header, rest = split_mover(text)
        return mover_header, read_moves(rest)
    except BoardError:
        return None


def _interpret_letters(
    text: str, mover_header: Mover | None, letters: Letters, scenario: Scenario
) -> Interpretations:
    """Interpret letters as moves of ``scenario`` or as a scramble of its size.

    Each may move the blank or the tile, if that is legal. If only one of them leads to the goal, it
    is the only choice. Raises BoardError if there is none.
    """
    start, goal = scenario.start, scenario.goal
    played, scrambles = dict[Contents, str](), dict[Contents, str]()
    for mover in Mover if mover_header is None else (mover_header,):
        with suppress(BoardError):
            moves = resolve_moves(start, goal, letters, mover)
            played[_with_moves(scenario, moves)] = MOVES_FROM_HERE
        with suppress(BoardError):
            header = "" if mover_header is not None else f"moves: {mover.value}\n"
            scrambles[scramble.read(header + text, start.size)] = "A scramble of the solved board"
    solutions = [each for each in played if start.apply_all(each.moves or ()) == goal]
    found = played | scrambles
    if not letters.moves or not found:
        resolve_moves(start, goal, letters, mover_header)  # raises the error
        raise BoardError(NO_MOVES)
    if len(solutions) == 1 or len(found) == 1:
        return Interpretations((ReadingChoice(PASTED, [*solutions, *found][0]),))
    return Interpretations(
        tuple(ReadingChoice(label, each) for each, label in found.items()), Doubt.MOVES
    )


def _interpret_both_movers(text: str) -> tuple[ReadingChoice, ...]:
    """Interpret the letters after a board, or a scramble, as moves of the blank and of the tile."""
    found = []
    with suppress(BoardError):
        has_header = split_mover(text)[0] is not None
        for mover, label in () if has_header else MOVED_BY.items():
            with suppress(BoardError):
                found.append(ReadingChoice(label, registry.read(f"moves: {mover.value}\n{text}")))
    return tuple(found)


def _interpret_list(text: str, error: BoardError) -> tuple[ReadingChoice, ...]:
    """Return the readable boards of a list with one per line. Raises ``error`` if it is no list."""
    if not is_list(text):
        raise error from None
    source = TextSource("", lambda: io.BytesIO(text.encode("utf-8", "replace")))
    found = []
    with suppress(ReadingError):
        for line in source.lines():
            with suppress(ReadingError):
                contents = source.read_line(line)
                name = contents.name
                label = f"Board {name}" if name.isdigit() else name
                label = f"{label}, line {line.number:,}" if label else f"Line {line.number:,}"
                found.append(ReadingChoice(label, contents))
            if len(found) == MAX_CHOICES:
                break
    if not found:
        raise error
    return tuple(found)


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


def lower_goal_title(goal: Board) -> str:
    """Return the title of a goal within a sentence."""
    title = goal_title(goal)
    return title[:1].lower() + title[1:]


def import_message(scenario: Scenario, contents: Contents, weight: float | None) -> str:
    """Return the message about an imported board.

    weight: the weight of a search that the file requests.
    """
    rows, columns = scenario.start.size
    # a line starts with a capital letter, unless it starts with the name of a file
    title = PASTED_BOARD if scenario.title == PASTED_BOARD else f"From {scenario.title}"
    parts = [f"{title}: {rows}{TIMES}{columns}"]
    if name_of_goal(scenario.goal) != "standard":
        parts.append(f"goal {lower_goal_title(scenario.goal)}")
    if contents.is_unsolvable:
        parts.append("solvable, although the file claims otherwise")
    elif contents.length is not None:
        parts.append(f"{counted(contents.length, 'move')} expected")
    if weight is not None:
        parts.append(f"Watch searches with weight {weight:g}")
    return ". ".join(filter(None, (", ".join(parts), contents.note, "Undo to go back.")))


def import_error_message(error: BoardError, name: str) -> str:
    """Return the message about a text that cannot be read, with the position of the error.

    name: name of the file; empty for other texts.
    """
    if not name:
        return sentence(str(error))
    places = [f"{what} {at}" for what, at in (("line", error.line), ("column", error.column)) if at]
    return f"In {', '.join([name, *places])}: {error.reason}"
