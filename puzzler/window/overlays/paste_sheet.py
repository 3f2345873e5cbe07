"""The sheet that takes a solution to be reviewed: moves, and before them a board of their own."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.window.overlays.blocks import Line, Words
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.toolkit.clipboard import Clipboard
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.text_field import TextField

_MOST = 100_000
_BETWEEN_LINES = " / "
_WORDS = (
    "Moves as the letters U, D, L and R, or as in U2R3. They lead from the start of the present "
    "board; for another board put it before them, its rows divided by /. A game that was shared, "
    "and what puzzler solve --json prints, will do, too."
)
_NOTHING = "Nothing has been played yet. "
_PLACEHOLDER = "such as 8 6 7/2 5 4/3 0 1 ULDR"


class PastePages:
    """``review`` says "" where it takes the text, else what is wrong with it."""

    def __init__(
        self,
        review: Callable[[str], str],
        drill: Callable[[], object],
        clipboard: Clipboard,
        *,
        text: str = "",
        is_first: bool = False,
    ) -> None:
        """is_first: nothing else could be reviewed, and that is said."""
        self._review = review
        self._drill = drill
        self._message = ""
        self.field = TextField(
            "solution",
            self._change,
            clipboard=clipboard,
            most=_MOST,
            placeholder=_PLACEHOLDER,
            on_enter=self._take,
            between_lines=_BETWEEN_LINES,
        )
        self._paste = Button("paste", self._paste_text, label="Paste", icon="paste")
        self._open = Button("review", self._take, label="Review", rank=Rank.PRIMARY)
        drill_instead = Button("drill", self._go_drilling, label="Drill instead")
        cancel = Button("cancel", self._dismiss, label="Cancel")
        self.sheet = Sheet(
            "Paste a solution",
            (
                Words(_NOTHING + _WORDS if is_first else _WORDS),
                Line([self.field, self._paste]),
                Words(lambda: self._message or " ", units=13),
            ),
            width_units=640,
            foot=(self._open, drill_instead, cancel) if is_first else (self._open, cancel),
            update=self._update,
        )
        self.field.write(text)
        if self.field.text:
            self.field.select_all()  # what is typed takes its place
        self.sheet.controls.focus(self.field)

    def _update(self) -> None:
        self._open.is_enabled = bool(self.field.text.strip())

    def _change(self, text: str) -> None:
        self._message = ""

    def _paste_text(self) -> None:
        if self.field.paste():
            self._message = ""
        else:
            self._message = "There is no text in the clipboard."

    def _take(self) -> None:
        if not self.field.text.strip():
            return
        self._message = self._review(self.field.text.replace(_BETWEEN_LINES, "\n"))
        if not self._message:
            self.sheet.dismiss()

    def _go_drilling(self) -> None:
        self.sheet.dismiss()
        self._drill()

    def _dismiss(self) -> None:
        self.sheet.dismiss()
