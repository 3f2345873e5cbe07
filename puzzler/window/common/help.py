"""The dialogs that show the help and the goal."""

from __future__ import annotations

from puzzler.game.core.texts import goal_title
from puzzler.window.board.mini import MiniBoard
from puzzler.window.common.actions import actions, sections, tile_keys, useful_keys
from puzzler.window.common.views import LESSONS, PLAY, View, present_view
from puzzler.window.core.window import Window
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Child, Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At, Card, Column, Divider, Fit, Row
from puzzler.window.toolkit.paint import Face

HOW_TO_PLAY = (
    "Click or drag any tile in line with the gap: all tiles between it and the gap slide. "
    "{tile_keys} also move tiles. Put all tiles into the order of the goal.\n"
    "Watch solves the board from its current position and plays the solution. Touch a tile to "
    "continue yourself. The solution is kept and can be resumed."
)
_LAST = (
    "Tab moves between controls; Enter or Space presses one. "
    "The help of other views lists their keys."
)
_PICTURE_UNITS, _TEXT_UNITS = 280, 580
_COLUMN_UNITS = 440
"""Width of a column of keys."""
_KEY_UNITS = 160


def open_help(window: Window) -> None:
    """Show the current view, its most useful keys, and all its keys in two columns."""
    window.ui.open(lambda: _help(window, present_view(window.session)), "help")


def _help(window: Window, view: View) -> Dialog:
    keys = Column(*(_row(*row) for row in useful_keys(window.keymap, view)), gap=0)
    picture, how = _picture(window, view), list[Child]()
    if view.name == PLAY:
        text = HOW_TO_PLAY.format(tile_keys=tile_keys(window.session.settings))
        learn = actions()[f"view-{LESSONS}"]

        def open_lessons() -> None:
            window.ui.close_all()
            learn.do(window)

        how = [
            Text(text, color="text_muted"),
            At(Button("Learn to solve it by hand", open_lessons, icon="lessons", key="learn"), x=0),
        ]
    wide = Row(picture, Column(keys, *how, gap=12, width=_TEXT_UNITS), gap=24, align=0)
    left, right = _columns(window, view)
    columns = (Column(*blocks, gap=14, width=_COLUMN_UNITS) for blocks in (left, right))
    return Dialog(
        "Help",
        Text(view.line, size=17, strong=True),
        Fit(wide, Column(*([] if window.is_compact else [picture]), keys, *how, gap=12)),
        Fit(Row(*columns, gap=32, align=0), Column(*left, *right, gap=14)),
        Text(_LAST, color="text_muted"),
        size=2 * _COLUMN_UNITS + 100,
    )


def _columns(window: Window, view: View) -> tuple[list[Element], list[Element]]:
    """Return the sections of keys in two columns of similar length."""
    columns = list[Element](), list[Element]()
    parts = list(sections(window.keymap, view))
    total, lines = sum(len(rows) + 1 for _, rows in parts), 0
    for title, rows in parts:
        head = Text(title, size=15, strong=True)
        block = Column(head, Column(*(_row(*row) for row in rows), gap=0), gap=6)
        columns[2 * lines >= total - len(rows)].append(block)
        lines += len(rows) + 1
    return columns


def _picture(window: Window, view: View) -> Element:
    """Return a sketch of the view. An empty caption is replaced by the board."""
    left, right, bar = view.picture
    board, goal = window.session.activity.board, window.session.activity.goal

    def box(words: str) -> Element:
        if not words:
            return At(MiniBoard(board, goal, window.view.skin, height=104))
        return Card(Text(words, size=13, color="text_muted", align=0.5), pad=(8, 5))

    sides = (Column(*map(box, side), gap=6, width=0, grow=1) for side in (left, right))
    parts = Column(Row(*sides, gap=6, align=0), box(bar), gap=6)
    return Card(parts, pad=8, width=_PICTURE_UNITS, reads_as="")


def _row(keys: str, words: str) -> Element:
    words = words[:1].upper() + words[1:]
    return Column(
        Row(
            Text(keys, size=13.5, face=Face.FIGURES, lines=1, width=_KEY_UNITS),
            Text(words, color="text_muted", width=0, grow=1),
            gap=12,
        ),
        Divider(),
        gap=3,
        pad=(0, 2),
        reads_as=f"{keys}: {words}",
    )


def open_goal(window: Window) -> None:
    """Show the goal of the current game enlarged, with the current tile faces."""

    def build() -> Dialog:
        goal = window.session.activity.goal
        return Dialog(
            "The goal",
            MiniBoard(goal, goal, window.view.skin, height=300),
            Text(f"{goal_title(goal)}.", color="text_muted"),
            size=420,
        )

    window.ui.open(build, "goal")
