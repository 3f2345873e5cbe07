"""Messages about the game."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, UnsolvableError
from puzzler.board.scenario import Scenario
from puzzler.game.core.category import OWN, Relay, goal_label, name_of_goal
from puzzler.humanize import TIMES, sentence

ALREADY_SOLVED = "The board is already solved"
UNSOLVABLE = "Unsolvable: no moves reach the goal. Swapping any two tiles fixes it"
GIVEN_UP = "The last game is DNF. Undo to see its board"
GAME_PAUSED = "Game paused"
EDIT = "Click two tiles to swap them"
DROPPED = "Edit discarded: that board cannot be solved"
EDITED = "From the editor"
_DIRECTIONS = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}
BLINDFOLD_GIVEN_UP = "Tiles revealed: this game will not count"
COUNTS_AS_COACHED = "You have seen the solution: this board no longer counts for records"


def reason(error: PuzzlerError) -> str:
    """Return an error about a board or moves as one line."""
    return UNSOLVABLE if isinstance(error, UnsolvableError) else sentence(str(error))


def goal_title(goal: Board) -> str:
    """Return the title of a goal."""
    titles = {
        "standard": "In order, gap last",
        "blank-first": "In order, gap first",
        "snail": "Spiral",
    }
    return titles.get(name_of_goal(goal), "Custom goal")


def other_board_message(scenario: Scenario) -> str:
    """Return the message when undo or redo leads to another board."""
    rows, columns = scenario.start.size
    text = f"Back to your {rows}{TIMES}{columns} board"
    if scenario.title:
        text += f": {scenario.title}"
    elif scenario.seed is not None:
        text += f", seed {scenario.seed}"
    name = name_of_goal(scenario.goal)
    if name == OWN:
        text += " (custom goal)"
    elif name != "standard":
        text += f" ({goal_label(name)})"
    return text


def relay_message(relay: Relay) -> str:
    """Return the message when a board of a relay starts, or when the relay is aborted."""
    if relay.is_ended:
        return f"The {relay.title.lower()} ended on board {relay.started} of {len(relay.stages)}"
    rows, columns = relay.stages[relay.started - 1]
    return f"{relay.title}, board {relay.started} of {len(relay.stages)}: {rows}{TIMES}{columns}"


def slide_text(before: Board, after: Board, name: Callable[[int], str] = str) -> str:
    """Return text such as "7 and 8 slide left"; "" if the boards differ by more than one slide."""
    if before.size != after.size:
        return ""
    steps: dict[int, tuple[int, int]] = {}
    for tile, old, new in sorted(
        (tile, before.tiles.index(tile), cell)
        for cell, tile in enumerate(after.tiles)
        if tile and before.tiles[cell] != tile
    ):
        (row, column), (to_row, to_column) = (divmod(c, after.columns) for c in (old, new))
        steps[tile] = to_row - row, to_column - column
    ways = set(steps.values())
    if len(ways) != 1 or not ways <= _DIRECTIONS.keys():
        return ""
    named = " and ".join(map(name, steps))
    return f"{named} {'slides' if len(steps) == 1 else 'slide'} {_DIRECTIONS[ways.pop()]}"


def letters(tile: int) -> str:
    """Return the letters of a tile: A for 1, Z for 26, AA for 27."""
    words = ""
    while tile:
        tile, rest = divmod(tile - 1, 26)
        words = chr(ord("A") + rest) + words
    return words
