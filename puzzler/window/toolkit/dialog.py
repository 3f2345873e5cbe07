"""Dialogs: a title, a column that scrolls, and buttons at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from puzzler.window.toolkit.cards import Card, Space
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Child, Context, Element, Frame, Options
from puzzler.window.toolkit.labels import Heading, Icon, Text
from puzzler.window.toolkit.layout import At, Column, Row
from puzzler.window.toolkit.scroll import Scroll

CONTROL_UNITS = 220
"""The width of what is chosen with, at the right of its name."""


class Dialog(At):
    """In the middle of the window. A press beside it, Escape and the cross close it.

    The last button of ``foot`` stands at the right; the primary one is what Enter presses. ``said``
    is a line above the foot that is always in sight; "" keeps its place.
    """

    def __init__(
        self,
        title: str,
        *children: Child,
        foot: Sequence[Child] = (),
        confirm: Button | None = None,
        said: str | None = None,
        size: float = 560,
        fills: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """confirm: at the foot, beside *Cancel*. size: its width, in units.

        fills: it is as high as the window.
        """
        self.cross = Button("", None, icon="close", rank=Rank.QUIET, tip="Close", key="close")
        self.cancel = Button("Cancel", None, key="cancel")
        buttons = [button for button in foot if button]
        if confirm is not None:
            buttons = [self.cancel, confirm]
        for button in buttons[-1:]:
            button.priority = 1  # where room is scarce it keeps its words longest
        body = Column(*children, gap=12, grow=1 if fills else 0)
        card = Card(
            Row(Heading(title, grow=1), self.cross, priority=2),
            Scroll(body, key=("dialog", title), grow=1 if fills else 0),
            said is not None and Text(said, size=13, color="text_muted", priority=2),
            Row(Space(grow=1), *buttons, priority=2) if buttons else None,
            pad=(24, 18),
            gap=12,
            floating=True,
            width=size,
            grow=1 if fills else 0,
            key="dialog",
        )
        super().__init__(card, pad=12, **options)

    def emit(self, ui: Context, frame: Frame) -> None:
        self.cross.on_press = self.cancel.on_press = ui.close
        super().emit(ui, frame)
        frame.card = self.children[0].rect


def labelled(words: str, control: Element, *, note: str = "", width: float = CONTROL_UNITS) -> Row:
    """A control at the right of its name, with a note below that; width 0 is the control's own."""
    control.accessible_name = control.accessible_name or words
    if width:
        control.fixed_width = control.fixed_width or width
    return Row(
        _two_lines(words, note, 15),
        control,
        gap=16,
    )


def _two_lines(head: str, note: str, size: float) -> Column:
    muted = Text(note, size=size - 2, color="text_muted", lines=1) if note else None
    return Column(Text(head, size=size, strong=True, lines=1), muted, gap=1, grow=1)


def offer(icon: str, head: str, words: str, *buttons: Child, size: float = 15) -> Row:
    """A thing that can be done, in two lines, and the buttons that do it."""
    for button in buttons:
        if isinstance(button, Button) and button.label not in ("", head):
            button.accessible_name = f"{head}: {button.label}"
    return Row(
        Icon(icon, size=22, color="accent"),
        _two_lines(head, words, size),
        *buttons,
        gap=12,
        grow=1,
    )


def message(ui: Context, title: str, words: str) -> None:
    """Say something that must be read before anything else is done."""
    ui.open(lambda: Dialog(title, Text(words, color="text_muted")), "message")
