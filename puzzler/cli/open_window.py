"""The window, opened by a command in one of its views."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from puzzler.board.scenario import Scenario
from puzzler.cli.board_input import InputOptions
from puzzler.cli.output import ExitStatus
from puzzler.formats.format import Contents

if TYPE_CHECKING:
    from puzzler.game.session import Session


def read_board(board: str | None, reading: InputOptions) -> Contents | None:
    """What is given as a board, which can be solved; None where nothing is."""
    if board is not None:
        puzzle = reading.open(board).puzzle()
        puzzle.check_solvable()
        return puzzle.with_goal
    if reading != InputOptions():
        raise click.BadParameter("--goal and --from need a BOARD")
    return None


def open_window(contents: Contents | None, begin: Callable[[Session], object]) -> ExitStatus:
    """Open the window, by default on the board that it would have, and call ``begin``."""
    from puzzler.game.storage.settings_file import load_settings
    from puzzler.window.main import app

    given = None
    if contents is not None:
        given = Scenario(contents.start, contents.meant_goal, labels=contents.labels)
    settings, notice = load_settings()
    status = app.run(given, settings, notice=notice, begin=begin)
    return ExitStatus.SOLVED if status == 0 else ExitStatus.BAD_INPUT
