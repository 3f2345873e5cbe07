"""The editor of boards: instructions, the board as text, and the bar."""

from __future__ import annotations

from pygame import Rect

from puzzler.board.scenario import Scenario
from puzzler.game.play.editing import EditState, EditTarget
from puzzler.humanize import TIMES
from puzzler.window.common.track_bar import BOTTOM_BAR
from puzzler.window.core.window import Window
from puzzler.window.files.importing import NOTHING_TO_PASTE, import_or_ask
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.field import Field
from puzzler.window.toolkit.labels import Icon, Notice, Text
from puzzler.window.toolkit.layout import Bar, Card, Column, Fit, Row, Space
from puzzler.window.toolkit.wrapping import Placed

TEXT = "board text"
"""The key of the field with the board as text."""
_MAX_LENGTH = 1000
_MIN_WIDTH_UNITS = 300
_NOTES = (
    "Click two tiles to swap them.",
    "Or use the arrow keys; Enter or Space selects a tile.",
    "Or type or paste the board below.",
)


def edit_title(editing: EditState) -> str:
    """Return the title: "Editing the goal", or the new board if only its goal is edited."""
    new_board = editing.new_board
    if new_board is None:
        return f"Editing the {editing.target.value}"
    (rows, columns), level = new_board.goal.size, new_board.difficulty.label.lower()
    return f"Goal of a new {rows}{TIMES}{columns} board, {level}"


def edit_notes(editing: EditState) -> Element:
    """Return the card with the instructions."""
    return Card(
        Text(edit_title(editing), size=16, strong=True),
        *(Text(note, color="text_muted") for note in _NOTES),
        gap=6,
        pad=(20, 16),
        key="edit notes",
    )


def edit_bar(window: Window, editing: EditState) -> Element:
    """Return the bar of the editor. In narrow windows some buttons have only icons."""
    problem, keymap, session = editing.problem, window.keymap, window.session
    typing, is_new = window.ui.state("edit text", _Typing), editing.new_board is not None
    is_text_wrong = window.ui.focused == TEXT and bool(typing.problem)
    # a wide window has the notes next to the board
    title = edit_title(editing) if is_new else _NOTES[0]
    return Bar(
        None if is_new else Segments(
            [Option(target, target.value.capitalize()) for target in EditTarget],
            editing.target, session.editor.turn_to, tip="Edit the board or the goal",
            accessible_name="Board or goal", key="target"),
        Fit(Text(title, strong=True, lines=1), Space(), width=0, grow=1)
        if window.is_compact
        else Space(grow=1),
        Button("Make solvable", session.editor.make_solvable, icon="check",
               tip="Swap two tiles to make the board solvable", priority=-1,
               key="make solvable")
        if problem and editing.target is EditTarget.BOARD
        else None,
        Button("Cancel", session.editor.cancel, icon="close", priority=-2,
               tip=Tip("Discard the changes", keymap.hint("stop")), key="cancel edit"),
        Button("Shuffle" if is_new else "Play this board", session.finish_edit,
               icon="new" if is_new else "play", rank=Rank.PRIMARY,
               short="Shuffle" if is_new else "Play", enabled=not (problem or is_text_wrong),
               tip=Tip("Shuffle a board with this goal" if is_new else "Play this board",
                       keymap.hint("edit")),
               key="done"),
        top=False,
        key=BOTTOM_BAR,
    )  # fmt: skip


class _Typing:
    text = ""
    problem = ""
    draft: Scenario | None = None


def edit_text(window: Window, editing: EditState) -> Element:
    """Return the field with the board as text. A valid text changes the board immediately."""
    ui, typing = window.ui, window.ui.state("edit text", _Typing)
    if typing.draft is not None and editing.draft != typing.draft:
        # changing the board clears the error of the text
        typing.problem = ""
        window.say("")
    typing.draft = editing.draft
    if ui.focused != TEXT:
        typing.text, typing.problem = str(window.shown.play.board), ""

    def change(text: str) -> None:
        typing.text = text
        if text.strip():
            typing.problem = window.session.files.draw_text(text)

    def enter() -> None:
        if not typing.problem:
            ui.focus(None)

    def take_clipboard() -> None:
        text = window.clipboard.paste()
        if not text:
            window.say(NOTHING_TO_PASTE)
            return
        typing.problem = import_or_ask(window, text)
        ui.focus(TEXT if typing.problem else None)
        if typing.problem:
            typing.text = text[:_MAX_LENGTH]

    wrong = typing.problem or window.notice or editing.problem
    field = Field(
        typing.text, change, max_length=_MAX_LENGTH, placeholder="1 2 3/4 5 6/7 8 0",
        on_enter=enter,
        between_lines="/", tip="The board as text: rows divided by /, 0 is the gap", height=38,
        accessible_name="Board as text",
        grow=1, key=TEXT,
    )  # fmt: skip
    field.shows_start = True
    paste = Button(
        "Paste", take_clipboard, icon="paste",
        tip=Tip("Paste a board", window.keymap.hint("paste-board")), key="paste board",
    )  # fmt: skip
    color = "text" if wrong else "good"
    line = Row(
        Icon("warning" if wrong else "check", color=color),
        Notice(wrong or _state_text(editing), color="text_muted" if wrong else "good",
               align=0.0, width=0, grow=1, key="problem"),
    )  # fmt: skip
    column = Column(Row(field, paste), line, gap=4)

    def place_below_board(ui: Context, inner: Rect) -> None:
        """Make the column as wide as the board, which is placed first."""
        tray = window.view.geometry.tray
        width = min(inner.width, max(ui.painter.px(_MIN_WIDTH_UNITS), tray.width))
        room = Rect(0, inner.top, width, inner.height)
        room.centerx = tray.centerx
        column.place(ui, room.clamp(inner))

    return Placed(place_below_board, column, pad=(8, 0), priority=1)


def _state_text(editing: EditState) -> str:
    if editing.new_board is not None:
        return "Press Shuffle to play a board with this goal"
    return "This board is solved already" if editing.is_solved else "This board can be solved"
