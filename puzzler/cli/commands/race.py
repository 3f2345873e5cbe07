"""``puzzler race``: the window, with methods that search the same board side by side."""

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
"""The algorithms that race where none is named."""


def command(
    board: str | None = argument(
        "[BOARD|FILE]",
        "Rows separated by /, as in '8 6 7/2 5 4/3 0 1', or a file. By default a shuffled board.",
    ),
    *,
    compared: ComparedOptions,
    reading: InputOptions,
    method: Annotated[MethodOptions, Without("algorithm")],
) -> int:
    """Open the window in the race: two to four methods search the same board side by side.

    Without any method the lanes are those that suit the board. With other options and no algorithm,
    A* and greedy search race. puzzler race --algorithms astar --heuristics manhattan,mine.py lets
    your own heuristic race with Manhattan distance. puzzler compare prints the figures instead.
    """
    from puzzler.search.options import Limit
    from puzzler.solver.race.race_rules import check_lanes

    contents = read_board(board, reading)
    methods = None
    if compared != ComparedOptions() or method.is_given:
        on = contents or Contents(start=Board.solved(4, 4))
        options = compared.combined(method, DEFAULT)
        methods = list(dict.fromkeys(each.method(on, Limit()) for each in options))
        try:
            check_lanes(methods)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return open_window(contents, lambda session: session.race.open(methods=methods))
