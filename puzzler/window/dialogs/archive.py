"""The boards of past days with their results. A click plays one."""

from __future__ import annotations

from puzzler.game.play.new_boards import DailyBoard
from puzzler.humanize import TIMES, counted, long_date, solve_time
from puzzler.window.core.window import Window
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.list import Item, List

KEY = "archive of days"
DAYS = 60
"""Number of listed days."""
_ROWS = 8


def open_archive(window: Window) -> None:
    """Show the boards of the last days with their results, today's first."""
    boards, streak = window.session.boards.daily_boards(DAYS), window.session.boards.daily_streak()
    solved = sum(board.result is not None for board in boards)

    def play(index: int) -> None:
        window.ui.close_all()
        window.session.boards.new_daily(boards[index].day)

    def build() -> Dialog:
        rows = List([_item(board) for board in boards], play, first=0, min_rows=3,
                    autofocus=True, key="days")  # fmt: skip
        rows.preferred_rows = _ROWS
        text = f"{solved} of the last {DAYS} days solved. Current streak: {counted(streak, 'day')}."
        return Dialog("Boards of the day", Text(text, color="text_muted"), rows, size=560)

    window.ui.open(build, KEY)


def _item(board: DailyBoard) -> Item:
    rows, columns = board.size
    result, note = board.result, ""
    if result is not None:
        note = f"{solve_time(result.seconds)}, {counted(result.moves, 'move')}"
    text = f"{long_date(board.day)}, {rows}{TIMES}{columns}"
    return Item(text, note, "check" if result is not None else "calendar")
