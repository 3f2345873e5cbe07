"""The sheet that asks what a text means: each choice with its board and its goal."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.game.received import Doubt, Received
from puzzler.window.overlays.blocks import Words
from puzzler.window.overlays.list_block import ListBlock
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.paint import Painter
from puzzler.window.previews import both_boards
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.preview_list import CHOICE_UNITS, PreviewList
from puzzler.window.widgets.scroll_list import Item

_MOST_ROWS = 4
_LEAST_ROWS = 2
_TITLES = {
    Doubt.FORMAT: "Which format is it?",
    Doubt.LINE: "Which board?",
    Doubt.GOAL: "Which goal?",
    Doubt.MOVES: "What do the moves mean?",
}
_WORDS = {
    Doubt.FORMAT: "Several formats fit {name}, and each makes something else of it.",
    Doubt.LINE: "There is a list of boards in {name}.",
    Doubt.GOAL: "No goal is said in {name}, and the board cannot be brought into order.",
    Doubt.MOVES: "Several things fit {name}.",
}


class ChoicePages:
    """``take`` gets the index of a choice, and says "" or what is wrong with it."""

    def __init__(
        self,
        received: Received,
        name: str,
        take: Callable[[int], str],
        painter: Callable[[], Painter],
    ) -> None:
        """``name``: of the file; "" for a text without one."""
        assert received.doubt is not None, "only what is asked for is chosen"
        self._take = take
        self._message = ""
        choices = received.choices
        self._list = PreviewList(
            "choices",
            self._choose,
            painter=painter,
            on_mark=self._mark,
            row_units=CHOICE_UNITS,
            boards=2,
        )
        self._list.show([Item(choice.words, detail=choice.detail) for choice in choices], 0)
        self._list.show_previews([both_boards(choice) for choice in choices])
        self._open = Button("open", self._open_marked, label="Open", rank=Rank.PRIMARY)
        cancel = Button("cancel", self._dismiss, label="Cancel")
        rows = max(_LEAST_ROWS, min(_MOST_ROWS, len(choices)))
        self._block = ListBlock(self._list, rows, CHOICE_UNITS)
        self.sheet = Sheet(
            _TITLES[received.doubt],
            (
                Words(_WORDS[received.doubt].format(name=name or "the text")),
                self._block,
                Words(lambda: self._message or " ", units=13),
            ),
            width_units=680,
            foot=(self._open, cancel),
        )
        self.sheet.controls.focus(self._list)

    def _mark(self, index: int) -> None:
        self._message = ""

    def _open_marked(self) -> None:
        if self._list.marked >= 0:
            self._choose(self._list.marked)

    def _choose(self, index: int) -> None:
        self._message = self._take(index)
        if not self._message:
            self._dismiss()

    def _dismiss(self) -> None:
        self.sheet.dismiss()
