"""``puzzler lab``: open the window in the Lab."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from puzzler.board.board import Board
from puzzler.cli.board_input import InputOptions
from puzzler.cli.click_options import argument
from puzzler.cli.open_window import open_window, read_board
from puzzler.cli.options import MethodOptions
from puzzler.formats.format import Contents


def command(
    board: str | None = argument(
        "[BOARD|FILE|FILE.py[:FUNCTION]]",
        "Rows separated by /, such as '8 6 7/2 5 4/3 0 1', a file, or a Python file with a "
        "heuristic or a search of your own. The default is a shuffled board.",
    ),
    *,
    reading: InputOptions,
    method: MethodOptions,
) -> int:
    """Open the window in the Lab, which shows a search expansion by expansion.

    puzzler lab mine.py shows your own search, or A* with your own heuristic. The file is read again
    when you save it. docs/own-code.md describes such files. The code runs with your permissions:
    only open files that you trust.

    The default method is the one selected in the window.
    """
    from puzzler.search.custom.source import find, is_search, is_source
    from puzzler.search.options import Limit

    if board is not None and is_source(board):
        source = find(board)
        part = "algorithm" if is_search(source) else "heuristic"
        if getattr(method, part) is not None:
            raise click.UsageError(f"{source.title} cannot be combined with --{part}")
        changes: dict[str, Any] = {part: source.name}
        board, method = None, replace(method, **changes)
    contents = read_board(board, reading)
    chosen = None
    if method.is_given:
        chosen = method.method(contents or Contents(start=Board.solved(4, 4)), Limit())
    return open_window(contents, lambda session: session.lab.open(method=chosen))
