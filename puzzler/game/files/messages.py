"""What is said of texts that were dropped, pasted or opened, in one line each."""

from __future__ import annotations

from collections.abc import Sequence

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.scenario import Scenario
from puzzler.formats.format import Contents
from puzzler.formats.moves import Mover
from puzzler.formats.registry import Reading
from puzzler.game.play.category import name_of_goal
from puzzler.game.play.messages import goal_title
from puzzler.humanize import TIMES, counted, listed, sentence

MOVES_FROM_HERE = "Moves from the start of this board"
A_SCRAMBLE = "A scramble of the solved board"
PASTED = "Pasted solution"
NO_MOVES = "No moves: write U, D, L and R, after a board if it is not this one"
IS_SOLVED = "That board is already solved"
IS_DRAWN = "That board is already drawn"
NOT_A_SEED = "Read as a board, not as a seed"
SEED_IN_DRAFT = "A seed makes a new board: finish editing first"
PASTED_BOARD = "Pasted board"
MOVED_BY = {Mover.BLANK: "The letters move the blank", Mover.TILE: "The letters move the tile"}


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


def board_of_list(name: str, line: int) -> str:
    """What a board of a list is called: Board 12, line 14."""
    named = f"Board {name}" if name.isdigit() else name
    return f"{named}, line {line:,}" if named else f"Line {line:,}"


def said_length(length: int) -> str:
    """What a file says of the board in it."""
    return f"{counted(length, 'move')} expected"


def received(scenario: Scenario, contents: Contents, weight: float | None) -> str:
    """Return the message about a board that was dropped, pasted or opened.

    weight: the weight of the search that its file asks for.
    """
    rows, columns = scenario.start.size
    # a line begins with a capital, and the name of a file is left as it is
    title = PASTED_BOARD if scenario.title == PASTED_BOARD else f"From {scenario.title}"
    told = [f"{title}: {rows}{TIMES}{columns}"]
    if name_of_goal(scenario.goal) != "standard":
        told.append(f"goal {_lowered(goal_title(scenario.goal))}")
    if contents.is_unsolvable:
        told.append("solvable, though the file says it is not")
    elif contents.length is not None:
        told.append(said_length(contents.length))
    if weight is not None:
        told.append(f"Watch searches with weight {weight:g}")
    return ". ".join(filter(None, (", ".join(told), contents.note, "Undo to go back.")))


def broken_promise(name: str, length: int, shortest: int) -> str:
    """Said where a text promises another number of moves than a shortest solution takes.

    name: of its file, "" for a text without one.
    """
    promise = counted(length, "move")
    return f"{name or 'The text'} says {promise}; a shortest solution takes {shortest:,}"


def not_received(error: BoardError, name: str) -> str:
    """Said of a text that cannot be read: where, and what is wrong; nothing has changed.

    name: of its file, "" for a text without one.
    """
    if not name:
        return sentence(str(error))
    places = [f"{what} {at}" for what, at in (("line", error.line), ("column", error.column)) if at]
    return f"In {', '.join([name, *places])}: {error.reason}"


def ambiguous(readings: Sequence[Reading]) -> str:
    """Said of a text that several formats can read, where the person cannot be asked."""
    names = listed([reading.form.name for reading in readings], "or")
    return f"This can be {names}: paste it instead, and choose"


def unsolvable(goal: Board, *, is_promised: bool = False) -> str:
    """Said of a board that cannot be solved; is_promised: its file says so, too."""
    said = f"unsolvable: the goal is {_lowered(goal_title(goal))}"
    return f"{said}. The file says so too" if is_promised else said
