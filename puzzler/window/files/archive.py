"""The boards of past days with their results, to be played or shared."""

from __future__ import annotations

from puzzler.game.play.new_boards import DailyBoard
from puzzler.humanize import TIMES, counted, long_date, solve_time
from puzzler.window.core.window import Window
from puzzler.window.files.recording import save_result
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Tip
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
    marked, notice = 0, ""

    def mark(index: int) -> None:
        nonlocal marked, notice
        marked, notice = index, ""

    def play(index: int) -> None:
        window.ui.close_all()
        window.session.boards.new_daily(boards[index].day)

    def copy() -> None:
        nonlocal notice
        notice = window.copied(boards[marked].line, "Copied the result.")

    def build() -> Dialog:
        board = boards[marked]
        rows = List([_item(board) for board in boards], play, first=0, min_rows=3, on_mark=mark,
                    autofocus=True, key="days")  # fmt: skip
        rows.preferred_rows = _ROWS
        text = f"{solved} of the last {DAYS} days solved. Current streak: {counted(streak, 'day')}."
        share = Button("Share", copy, icon="copy", enabled=bool(board.line),
                       tip=Tip(f"Copy: {board.line}"), key="share")  # fmt: skip
        picture = Button("Picture…", lambda: save_result(window, board), icon="picture",
                         enabled=bool(board.card), tip="Save the result as picture",
                         key="picture")  # fmt: skip
        go = Button("Play", lambda: play(marked), icon="play", rank=Rank.PRIMARY, key="play")
        return Dialog("Boards of the day", Text(text, color="text_muted"), rows,
                      status=notice, foot=(share, picture, go), size=560)  # fmt: skip

    window.ui.open(build, KEY)


def _item(board: DailyBoard) -> Item:
    rows, columns = board.size
    result, note = board.result, ""
    if result is not None:
        note = f"{solve_time(result.seconds)}, {counted(result.moves, 'move')}"
    text = f"{long_date(board.day)}, {rows}{TIMES}{columns}"
    return Item(text, note, "check" if result is not None else "calendar")
