"""The sheet that takes another board for a step of a lesson."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.window.overlays.blocks import Line, Words
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.toolkit.clipboard import Clipboard
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.text_field import TextField

_WORDS = (
    "The tiles row by row, the rows divided by /, 0 is the blank. The step begins anew from there, "
    "and one button leads back."
)
_BETWEEN_LINES = " / "
_MOST = 600


class LessonBoardPages:
    """``take`` says "" where it takes the text, else what is wrong with it."""

    def __init__(
        self, take: Callable[[str], str], deal: Callable[[], str], clipboard: Clipboard, text: str
    ) -> None:
        """``deal`` gives a random board as text."""
        self._take_text = take
        self._deal = deal
        self._message = ""
        self.field = TextField(
            "lesson board",
            self._change,
            clipboard=clipboard,
            most=_MOST,
            placeholder=text,
            on_enter=self._take,
            between_lines=_BETWEEN_LINES,
        )
        shuffle = Button("shuffle", self._shuffle, label="Random", icon="new")
        self._open = Button("take", self._take, label="Use this board", rank=Rank.PRIMARY)
        cancel = Button("cancel", self._dismiss, label="Cancel")
        self.sheet = Sheet(
            "Another board",
            (
                Words(_WORDS),
                Line([self.field, shuffle]),
                Words(lambda: self._message or " ", units=13),
            ),
            width_units=640,
            foot=(self._open, cancel),
            update=self._update,
        )
        self.field.write(text)
        self.field.select_all()  # what is typed takes its place
        self.sheet.controls.focus(self.field)

    def _update(self) -> None:
        self._open.is_enabled = bool(self.field.text.strip())

    def _change(self, text: str) -> None:
        self._message = ""

    def _shuffle(self) -> None:
        self._message = ""
        self.field.set(self._deal())

    def _take(self) -> None:
        if not self.field.text.strip():
            return
        self._message = self._take_text(self.field.text)
        if not self._message:
            self.sheet.dismiss()

    def _dismiss(self) -> None:
        self.sheet.dismiss()
