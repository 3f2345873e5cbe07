"""``puzzler race``: open the window in the race."""

from __future__ import annotations

from typing import Annotated

import click

from puzzler.board.board import Board
from puzzler.cli.board_input import InputOptions
from puzzler.cli.click_options import Without, argument
from puzzler.cli.commands.compare import ComparedOptions
from puzzler.cli.open_window import open_window, read_board
from puzzler.cli.options import MethodOptions
from puzzler.formats.format import Contents

DEFAULT = ("astar", "greedy")
"""The algorithms if none is given."""


def command(
    board: str | None = argument(
        "[BOARD|FILE]",
        "Rows separated by /, such as '8 6 7/2 5 4/3 0 1', or a file. The default is a shuffled "
        "board.",
    ),
    *,
    compared: ComparedOptions,
    reading: InputOptions,
    method: Annotated[MethodOptions, Without("algorithm")],
) -> int:
    """Open the window in the race: two to four methods search the same board side by side.

    Without options, the window chooses methods for the size of the board. With options but no
    algorithm, A* and greedy search race. Example: puzzler race --algorithms astar --heuristics
    manhattan,mine.py compares your own heuristic with Manhattan distance. puzzler compare prints
    the results instead.
    """
    from puzzler.search.options import Limit
    from puzzler.solver.race.race_rules import check_lanes

    contents = read_board(board, reading)
    methods = None
    if compared != ComparedOptions() or method.is_given:
        on = contents or Contents(start=Board.solved(4, 4))
        options = compared.combined(method, DEFAULT)
        methods = list(dict.fromkeys(each.any_method(on, Limit()) for each in options))
        method.check_effect(methods)
        try:
            check_lanes(methods)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    return open_window(contents, lambda session: session.race.open(methods=methods))
