"""The sheet that asks what a text means: each choice with its board and its goal."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.game.files.imported import Doubt, Imported
from puzzler.window.overlays.blocks import Words
from puzzler.window.overlays.list_block import ListBlock
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.previews import both_boards
from puzzler.window.toolkit.paint import Painter
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
    Doubt.MOVES: "The letters in {name} may mean several things.",
}


class ChoicePages:
    """``take`` gets the index of a choice, and says "" or what is wrong with it."""

    def __init__(
        self,
        received: Imported,
        name: str,
        take: Callable[[int], str],
        painter: Callable[[], Painter],
    ) -> None:
        """``name``: of the file; "" for a text without one."""
        assert received.doubt is not None, "only what is asked for is chosen"
        self._take = take
        self._message = ""
        asked = _WORDS[received.doubt].format(name=name or "the text")
        choices = received.choices
        self._list = PreviewList(
            "choices",
            self._choose,
            painter=painter,
            on_mark=self._mark,
            row_units=CHOICE_UNITS,
            boards=2,
        )
        items = [Item(choice.words, detail=choice.detail) for choice in choices]
        self._list.show(items, 0)
        for index, choice in enumerate(choices):
            self._list.tell(index, items[index], both_boards(choice))
        self._open = Button("open", self._open_marked, label="Open", rank=Rank.PRIMARY)
        cancel = Button("cancel", self._dismiss, label="Cancel")
        rows = max(_LEAST_ROWS, min(_MOST_ROWS, len(choices)))
        self.sheet = Sheet(
            _TITLES[received.doubt],
            (
                Words(lambda: self._message or asked),
                ListBlock(self._list, rows, CHOICE_UNITS),
            ),
            width_units=680,
            foot=(self._open, cancel),
        )
        self.sheet.controls.focus(self._list)

    def _mark(self, index: int) -> None:
        self._say("")

    def _open_marked(self) -> None:
        if self._list.marked >= 0:
            self._choose(self._list.marked)

    def _choose(self, index: int) -> None:
        self._say(self._take(index))
        if not self._message:
            self._dismiss()

    def _say(self, words: str) -> None:
        """In place of the question: it is in sight at every size."""
        if words != self._message:
            self._message = words
            self.sheet.arrange()

    def _dismiss(self) -> None:
        self.sheet.dismiss()
