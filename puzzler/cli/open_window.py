"""Opens the window for commands that start in one of its views."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from puzzler.board.scenario import Scenario
from puzzler.cli.board_input import InputOptions
from puzzler.cli.output import ExitStatus
from puzzler.formats.format import Contents

if TYPE_CHECKING:
    from puzzler.game.session import Session


def read_board(board: str | None, reading: InputOptions) -> Contents | None:
    """Read the board, which must be solvable. None if no board is given."""
    if board is not None:
        puzzle = reading.open(board).puzzle()
        puzzle.check_solvable()
        return puzzle.with_goal
    if reading != InputOptions():
        raise click.UsageError("--goal and --from require a BOARD")
    return None


def run_window(*arguments: Any, **options: Any) -> ExitStatus:
    """Open the window; the arguments are those of ``window.main.app.run``."""
    from puzzler.window.main import app

    return ExitStatus.SOLVED if app.run(*arguments, **options) == 0 else ExitStatus.BAD_INPUT


def open_window(contents: Contents | None, begin: Callable[[Session], object]) -> ExitStatus:
    """Open the window, on the default board without ``contents``, and call ``begin``."""
    from puzzler.game.storage.settings_file import load_settings

    scenario = None
    if contents is not None:
        scenario = Scenario(contents.start, contents.goal_or_standard, labels=contents.labels)
    settings, notice = load_settings()
    return run_window(scenario, settings, notice=notice, begin=begin)
