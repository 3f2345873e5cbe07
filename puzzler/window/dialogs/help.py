"""Dialogs to read: the help, and the goal."""

from __future__ import annotations

from collections.abc import Sequence

from puzzler.game.play.messages import goal_title
from puzzler.window.board.mini import MiniBoard
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Row, Rule
from puzzler.window.toolkit.paint import Face
from puzzler.window.window import Window

HOW_TO_PLAY = (
    "Click or drag a tile in the row or column of the blank: every tile up to the blank slides. "
    "{tile_keys} do the same. Bring all tiles into the order that the goal shows.\n"
    "Watch lets a search solve the board from where it stands and plays the solution back. Touch a "
    "tile to take the board over again; the solution stays and can be resumed."
)
_LAST = "Tab goes from control to control; Enter and Space press it."


def open_help(
    window: Window, sections: Sequence[tuple[str, Sequence[tuple[str, str]]]], tile_keys: str
) -> None:
    """How to play, and each (heading, its (keys, what they do)); ``tile_keys`` move tiles."""
    children: list[Element] = [Text(HOW_TO_PLAY.format(tile_keys=tile_keys), color="text_muted")]
    for title, rows in sections:
        children.append(Text(title, size=15, strong=True))
        children.append(Column(*(_row(keys, words) for keys, words in rows), gap=0))
    children.append(Text(_LAST, color="text_muted"))
    window.ui.open(lambda: Dialog("Help", *children, size=600), "help")


def _row(keys: str, words: str) -> Element:
    words = words[:1].upper() + words[1:]
    return Column(
        Row(
            Text(keys, size=13.5, face=Face.FIGURES, lines=1, width=190),
            Text(words, color="text_muted", grow=1),
            gap=12,
        ),
        Rule(),
        gap=3,
        pad=(0, 2),
    )


def open_goal(window: Window) -> None:
    """The goal of the present game, large, with what the tiles show."""

    def build() -> Dialog:
        goal = window.session.activity.goal
        return Dialog(
            "The goal",
            MiniBoard(goal, goal, window.view.skin, height=300),
            Text(f"{goal_title(goal)}.", color="text_muted"),
            size=420,
        )

    window.ui.open(build, "goal")
