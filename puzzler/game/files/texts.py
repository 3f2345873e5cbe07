"""Messages about texts that were dropped, pasted or opened."""

from __future__ import annotations

from collections.abc import Sequence

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.scenario import Scenario
from puzzler.formats.format import Contents
from puzzler.formats.moves import Mover
from puzzler.game.core.category import name_of_goal
from puzzler.game.core.texts import goal_title
from puzzler.humanize import TIMES, counted, listed, sentence

MOVES_FROM_HERE = "Moves from the start of this board"
SCRAMBLE_OF_SOLVED = "A scramble of the solved board"
PASTED = "Pasted solution"
NO_MOVES = "No moves: write U, D, L and R, after a board if it is not this one"
IS_SOLVED = "That board is already solved"
ALREADY_IN_EDITOR = "That is the board you are editing"
NOT_A_SEED = "Read as a board, not as a seed"
SEED_IN_DRAFT = "A seed makes a new board: finish editing first"
PASTED_BOARD = "Pasted board"
MOVED_BY = {Mover.BLANK: "The letters move the blank", Mover.TILE: "The letters move the tile"}


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def list_item_title(name: str, line: int) -> str:
    """Return the title of a board of a list: Board 12, line 14."""
    title = f"Board {name}" if name.isdigit() else name
    return f"{title}, line {line:,}" if title else f"Line {line:,}"


def expected_length_text(length: int) -> str:
    """Return text such as "41 moves expected", for the length that a file claims."""
    return f"{counted(length, 'move')} expected"


def import_message(scenario: Scenario, contents: Contents, weight: float | None) -> str:
    """Return the message about an imported board.

    weight: the weight of a search that the file requests.
    """
    rows, columns = scenario.start.size
    # a line starts with a capital letter, unless it starts with the name of a file
    title = PASTED_BOARD if scenario.title == PASTED_BOARD else f"From {scenario.title}"
    parts = [f"{title}: {rows}{TIMES}{columns}"]
    if name_of_goal(scenario.goal) != "standard":
        parts.append(f"goal {_lower_first(goal_title(scenario.goal))}")
    if contents.is_unsolvable:
        parts.append("solvable, although the file claims otherwise")
    elif contents.length is not None:
        parts.append(expected_length_text(contents.length))
    if weight is not None:
        parts.append(f"Watch searches with weight {weight:g}")
    return ". ".join(filter(None, (", ".join(parts), contents.note, "Undo to go back.")))


def wrong_length_message(name: str, length: int, shortest: int) -> str:
    """Return the message about a text that claims a wrong length of a shortest solution.

    name: name of the file; empty for other texts.
    """
    promise = counted(length, "move")
    return f"{name or 'The text'} says {promise}; a shortest solution takes {shortest:,}"


def import_error_message(error: BoardError, name: str) -> str:
    """Return the message about a text that cannot be read, with the position of the error.

    name: name of the file; empty for other texts.
    """
    if not name:
        return sentence(str(error))
    places = [f"{what} {at}" for what, at in (("line", error.line), ("column", error.column)) if at]
    return f"In {', '.join([name, *places])}: {error.reason}"


def ambiguous_message(readings: Sequence[Contents]) -> str:
    """Return the message about a text that several formats can read."""
    names = listed([reading.form for reading in readings], "or")
    return f"This can be {names}: paste it instead, and choose"


def unsolvable_message(goal: Board, *, is_promised: bool = False) -> str:
    """Return the message about an unsolvable board. is_promised: the file claims so."""
    message = f"unsolvable: the goal is {_lower_first(goal_title(goal))}"
    return f"{message}, as the file claims" if is_promised else message
