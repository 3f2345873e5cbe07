"""Dialogs that take one line of text: a solution to review, another board for a lesson."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.window.core.window import Window
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.field import Field, one_line
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Row

_MOST = 100_000
_BETWEEN_LINES = " / "
_SOLUTION = (
    "Moves as the letters U, D, L and R, or as in U2R3, from the start of this board. For another "
    "board, put it first, with / between its rows. A shared game and the output of "
    "puzzler solve --json work too."
)
_BOARD = (
    "The tiles row by row, with / between the rows; 0 is the blank. The step starts again with "
    "this board; one button goes back."
)


def open_paste(window: Window) -> None:
    """A solution to review; what is in the clipboard is there already."""
    session, clipboard = window.session, window.clipboard
    ask_text(
        window,
        "Paste a solution",
        _SOLUTION,
        session.files.review_text,
        label="Review",
        text=clipboard.paste() or "",
        placeholder="such as 8 6 7/2 5 4/3 0 1 ULDR",
        source=("Paste", "paste", lambda: clipboard.paste() or ""),
    )


def open_lesson_board(window: Window) -> None:
    """Another board for the step of a lesson that is open."""
    lessons, text = window.session.lessons, str(window.session.activity.board)
    ask_text(
        window,
        "Another board",
        _BOARD,
        lessons.take_board,
        label="Use this board",
        text=text,
        placeholder=text,
        source=("Random", "new", lessons.random_board),
    )


def ask_text(
    window: Window,
    title: str,
    words: str,
    take: Callable[[str], str],
    *,
    label: str,
    text: str,
    placeholder: str,
    source: tuple[str, str, Callable[[], str]],
) -> None:
    """Ask for a text; ``take`` returns "" or what is wrong with it. ``label`` is on its button.

    source: label and icon of a button beside the field, and what returns the text that it puts
    there.
    """
    ui, text, problem = window.ui, one_line(text, _BETWEEN_LINES), ""

    def change(typed: str) -> None:
        nonlocal text, problem
        text, problem = typed, ""

    def fetch() -> None:
        nonlocal problem
        found = one_line(source[2](), _BETWEEN_LINES)
        change(found or text)
        problem = "" if found else "No text in the clipboard."

    def confirm() -> None:
        nonlocal problem
        if text.strip():
            problem = take(text.replace(_BETWEEN_LINES, "\n"))
            if not problem:
                ui.close(title)

    def build() -> Dialog:
        field = Field(
            text,
            change,
            accessible_name=title,
            max_length=_MOST,
            placeholder=placeholder,
            on_enter=confirm,
            between_lines=_BETWEEN_LINES,
            autofocus=True,
            grow=1,
            key="text",
        )
        is_given = bool(text.strip())
        return Dialog(
            title,
            Text(words, color="text_muted"),
            Row(field, Button(source[0], fetch, icon=source[1], key="source"), gap=10),
            status=problem,
            confirm=Button(label, confirm, rank=Rank.PRIMARY, enabled=is_given, key="take"),
            size=640,
        )

    ui.open(build, title)
