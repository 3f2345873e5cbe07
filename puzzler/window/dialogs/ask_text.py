"""Dialogs that ask for one line of text: a solution to review, or a board for a lesson."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from puzzler.search.inspection.condition import HOW
from puzzler.search.inspection.observation import SuccessorOutcome
from puzzler.window.core.window import Window
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.field import Field, one_line
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Row

_BETWEEN_LINES = " / "


def open_paste(window: Window) -> None:
    """Ask for a solution to review. The field starts with the text of the clipboard."""
    session, clipboard = window.session, window.clipboard
    ask_text(
        window,
        "Paste a solution",
        "Type moves as U, D, L, R (or U2R3). To review another board, put it first, with / between "
        "its rows. A shared game and the output of puzzler solve --json also work.",
        session.files.review_text,
        label="Review",
        text=clipboard.paste() or "",
        placeholder="such as 8 6 7/2 5 4/3 0 1 ULDR",
        source=("Paste", "paste", lambda: clipboard.paste() or ""),
    )


def open_run_until(window: Window) -> None:
    """Ask for the condition at which the search of the Lab stops."""
    inspecting = window.session.lab.opened
    if inspecting is None:  # it was closed after the last frame
        return
    ask_text(
        window,
        "Run until",
        HOW,
        inspecting.run_until,
        label="Run",
        text="",
        placeholder="such as f 26",
        source=("First duplicate", "fate-duplicate", lambda: SuccessorOutcome.DUPLICATE.value),
    )


def open_lesson_board(window: Window) -> None:
    """Ask for another board for the open step of a lesson."""
    lessons, text = window.session.lessons, str(window.session.activity.board)
    ask_text(
        window,
        "Another board",
        "Type the tiles row by row, with / between rows; 0 is the blank. The step restarts with "
        "this board. You can return to the board of the lesson at any time.",
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
    source: tuple[str, str, Callable[[], str]] | None,
) -> None:
    """Ask for a text. ``take`` returns "" or an error message. ``label`` is on its button.

    source: the label and the icon of a button that fills the field, and a function that returns
    the text for it. None leaves the button out.
    """
    ui, text, problem = window.ui, one_line(text, _BETWEEN_LINES), ""

    def change(typed: str) -> None:
        nonlocal text, problem
        text, problem = typed, ""

    def fetch(read: Callable[[], str]) -> None:
        nonlocal problem
        found = one_line(read(), _BETWEEN_LINES)
        change(found or text)
        problem = "" if found else "The clipboard is empty."

    def confirm() -> None:
        nonlocal problem
        if text.strip():
            problem = take(text.replace(_BETWEEN_LINES, "\n"))
            if not problem:
                ui.close(title)

    def build() -> Dialog:
        button = None
        if source is not None:
            source_label, icon, read = source
            button = Button(source_label, partial(fetch, read), icon=icon, key="source")
        return Dialog(
            title,
            Text(words, color="text_muted"),
            Row(Field(text, change, accessible_name=title, max_length=100_000,
                      placeholder=placeholder, on_enter=confirm, between_lines=_BETWEEN_LINES,
                      autofocus=True, grow=1, key="text"),
                button, gap=10),
            status=problem,
            confirm=Button(label, confirm, rank=Rank.PRIMARY, enabled=bool(text.strip()),
                           key="take"),
            size=640,
        )  # fmt: skip

    ui.open(build, title)
