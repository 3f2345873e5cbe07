"""Dialogs: a title, a scrolling column and a row of buttons at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

from pygame import Rect

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Child, Element, Options
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.labels import Heading, Icon, Text
from puzzler.window.toolkit.layout import At, Card, Column, Row, Space
from puzzler.window.toolkit.scroll import Scroll

CONTROL_UNITS = 220
"""The width of a labelled control."""


class Dialog(At):
    """A dialog in the middle of the window. Escape, the cross and a press outside close it.

    The last button of ``foot`` is at the right; Enter presses the primary button. ``status`` is a
    fixed line above the buttons; "" reserves the space.
    """

    def __init__(
        self,
        title: str,
        *children: Child,
        foot: Sequence[Child] = (),
        confirm: Button | None = None,
        status: str | None = None,
        size: float = 560,
        fills: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """confirm: shown next to *Cancel*. size: width in units. fills: use the full height."""
        self.cross = Button("", None, icon="close", rank=Rank.QUIET, tip="Close", key="close")
        self.cancel = Button("Cancel", None, key="cancel")
        buttons = [button for button in foot if button]
        if confirm is not None:
            buttons = [self.cancel, confirm]
        for button in buttons[-1:]:
            button.priority = 1  # this button is the last to lose its label when room is scarce
        body = Column(*children, gap=12, grow=1 if fills else 0)
        card = Card(
            Row(Heading(title, grow=1), self.cross, priority=2),
            Scroll(body, key=("dialog", title), grow=1 if fills else 0),
            status is not None and Text(status, size=13, color="text_muted", priority=2),
            Row(Space(grow=1), *buttons, priority=2) if buttons else None,
            pad=(24, 18),
            gap=12,
            floating=True,
            width=size,
            grow=1 if fills else 0,
            key="dialog",
        )
        super().__init__(card, pad=12, **options)

    def arrange_children(self, ui: Context, inner: Rect) -> None:
        """Keep the top when the height changes, so that nothing jumps."""
        super().arrange_children(ui, inner)
        card, tops = self.children[0], ui.state(("dialog", "tops"), dict[tuple[int, ...], int])
        first_top = tops.setdefault(tuple(inner), card.rect.top)
        top = max(inner.top, min(first_top, inner.bottom - card.rect.height))
        if top != card.rect.top:
            card.place(ui, card.rect.move(0, top - card.rect.top))

    def emit(self, ui: Context, frame: Frame) -> None:
        self.cross.on_press = self.cancel.on_press = ui.close
        super().emit(ui, frame)
        frame.card = self.children[0].rect


def labelled(label: str, control: Element, *, note: str = "", width: float = CONTROL_UNITS) -> Row:
    """A row of a name with a note below and a control. width: in units; 0 is the control's own."""
    control.accessible_name = control.accessible_name or label
    if width:
        control.fixed_width = control.fixed_width or width
    return Row(_two_lines(label, note, 15), control, gap=16)


def _two_lines(head: str, note: str, size: float) -> Column:
    muted = Text(note, size=size - 2, color="text_muted", lines=1) if note else None
    return Column(Text(head, size=size, strong=True, lines=1), muted, gap=1, grow=1)


def offer(icon: str, head: str, text: str, *buttons: Child, size: float = 15) -> Row:
    """A row for an action: an icon, a title, a description and the buttons that start it."""
    for button in buttons:
        if isinstance(button, Button) and button.label not in ("", head):
            button.accessible_name = f"{head}: {button.label}"
    return Row(
        Icon(icon, size=22, color="accent"), _two_lines(head, text, size), *buttons, gap=12, grow=1
    )


def ask(ui: Context, title: str, text: str, label: str, do: Callable[[], object]) -> None:
    """Ask before ``do`` is called, with a button ``label``. Enter cancels."""

    def confirm() -> None:
        ui.close("question")
        do()

    buttons = (
        Button(label, confirm, key="confirm"),
        Button("Cancel", ui.close, rank=Rank.PRIMARY, key="keep"),
    )
    words = Text(text, color="text_muted")
    ui.open(lambda: Dialog(title, words, foot=buttons, size=460), "question")


def message(ui: Context, title: str, text: str) -> None:
    """Show ``text`` in a dialog."""
    ui.open(lambda: Dialog(title, Text(text, color="text_muted")), "message")
