"""This board so far: every finished search as a row, whose track a click has back."""

from __future__ import annotations

import time
from collections.abc import Iterator

from pygame import Rect

from puzzler.game.watch.rows import Row, as_csv, as_text
from puzzler.humanize import NOTHING, branching, counted, duration, memory, short_count
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.window.export.saving import results_folder, save_text
from puzzler.window.files.save_board import answer_words, save_answer
from puzzler.window.layout import Grow, Size, column, inset, row
from puzzler.window.methods import method_item
from puzzler.window.panels.panel import drawn
from puzzler.window.play.actions import is_editing
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.scroll_list import ROW_UNITS, ScrollList
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_MOST_ROWS = 8
_LEAST_ROWS = 1
_MARGIN_UNITS = 12
_CAPTIONS = "This board so far", "This board"
"""The longest that finds room beside the buttons is shown."""
_CAPTION_UNITS = 26
_DOT = "\N{MIDDLE DOT}"


class FinishedPanel:
    """There from the first finished search of the present board on."""

    name = "finished"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._rows: tuple[Row, ...] = ()
        self._followed: tuple[Row, ...] | None = None
        self._caption = Rect(0, 0, 0, 0)
        self._words = _CAPTIONS[0]
        self.list = ScrollList("rows", self._show, painter=lambda: desk.painter)
        self.again = Button("again", self._open_methods, label="Run again with…", units=13)
        self.inside = Button("inside", self._look_inside, icon="lab", rank=Rank.QUIET)
        self._copy = Button("copy rows", self._copy_rows, icon="copy", rank=Rank.QUIET)
        self._save = Button("save rows", self._save_rows, icon="save", rank=Rank.QUIET)
        self.answer = Button("save answer", self._save_answer, icon="save", units=13)
        """There where the board came in a format that says how answers are written."""

    @property
    def is_shown(self) -> bool:
        """A search of this board has ended."""
        return bool(self._rows) and not is_editing(self._desk)

    def height(self, painter: Painter, width: int) -> int:
        """What can be done with the rows, and the rows: many of them scroll."""
        return self._height(painter, width, _MOST_ROWS)

    def least_height(self, painter: Painter, width: int) -> int:
        """One row; none while a search runs, whose figures come first."""
        watching = self._desk.watching
        is_searching = watching is not None and watching.is_searching
        return self._height(painter, width, 0 if is_searching else _LEAST_ROWS)

    def _height(self, painter: Painter, width: int, most: int) -> int:
        """With ``most`` rows in sight at once, or as many as there are."""
        rows = min(most, max(1, len(self._rows)))
        height = painter.target(34) + 2 * painter.px(_MARGIN_UNITS)
        if rows:
            height += rows * painter.target(ROW_UNITS) + 2 * painter.px(5) + painter.px(8)
        if not self._heading(painter, width):
            height += painter.px(_CAPTION_UNITS)
        if self._has_answer:
            height += painter.target(34) + painter.px(8)
        return height

    def place(self, painter: Painter, area: Rect) -> None:
        """From the top."""
        inner = inset(area, painter.px(_MARGIN_UNITS))
        head, margin = painter.target(34), painter.px(8)
        self._caption = Rect(inner.left + margin, inner.top, inner.width - margin, head)
        heading = self._heading(painter, area.width)
        self._words = heading or _CAPTIONS[0]
        if not heading:
            self._caption.height = painter.px(_CAPTION_UNITS)
            inner.top += self._caption.height
            inner.height -= self._caption.height
        sizes: list[Size] = [head, Grow(), *([head] if self._has_answer else [])]
        above, self.list.rect, *below = column(inner, sizes, margin)
        if below:
            self.answer.label = answer_words(self._desk)
            self.answer.rect = Rect(below[0])
        buttons = [self.again, self.inside, self._copy, self._save]
        widths: list[Size] = [Grow(), self.again.width(painter), head, head, head]
        for button, rect in zip(buttons, row(above, widths, painter.px(4))[1:], strict=True):
            button.rect = rect

    def _heading(self, painter: Painter, width: int) -> str:
        """The longest that finds room in one line with the buttons; "" for none."""
        buttons = self.again.width(painter) + 3 * painter.target(34) + 4 * painter.px(4)
        room = width - buttons - painter.px(8 + 2 * _MARGIN_UNITS)
        size = painter.type_size(14)
        fitting = (words for words in _CAPTIONS if painter.fits(words, Face.STRONG, size, room))
        return next(fitting, "")

    @property
    def controls(self) -> list[Control]:
        """From the top."""
        has_room = self.list.rect.height >= self._desk.painter.target(ROW_UNITS)
        controls: list[Control] = [self.again, self.inside, self._copy, self._save]
        controls += [self.list] if has_room else []
        return [*controls, self.answer] if self._has_answer else controls

    @property
    def _has_answer(self) -> bool:
        """The answer can be handed in as its file's format wants it."""
        return self._desk.session.files.answer_form is not None

    def follow(self) -> None:
        """The rows, the newest first, and which of them is on the screen."""
        rows = self._desk.session.watch.rows
        if rows is not self._followed:
            self._followed = rows
            self._rows = rows = rows[::-1]  # what was just found is seen at once
            self.list.items = tuple(map(_item, rows))
            self.list.current = next((i for i, row in enumerate(rows) if row.is_shown), -1)
            self.list.marked = self.list.current

        self.inside.is_enabled = self.list.current >= 0

    def tip(self, name: str) -> Tip | None:
        """What the icons mean; all of a row."""
        if name == "inside":
            return Tip("Look inside the search whose row is ticked, from its end")
        if name == "copy rows":
            return Tip("Copy as text")
        if name == "save rows":
            return Tip("Save as CSV")
        if name == "save answer":
            words = "Beside the file that the board came from, in the form of its course"
            return Tip(words, self._desk.keymap.hint("save-answer"))
        if name == "again":
            return Tip("Search the same board with another method: it becomes a row, too")
        if name != "rows":
            return None
        index = self.list.row_at(self._desk.controls.touch(self.list).at)
        if index < 0:
            return Tip("Click a row to have its track back")
        item = self.list.items[index]
        return Tip(f"{item.words}: {item.note}. {item.detail}. Click to have its track back")

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The heading and the controls."""
        yield label(
            painter,
            "caption",
            self._caption,
            self._words,
            color=painter.theme.text,
            units=14,
            face=Face.STRONG,
        )
        yield from drawn(self._desk, painter, self.controls)

    def _show(self, index: int) -> None:
        self._desk.session.watch.show_run(self._rows[index].number)

    def _open_methods(self) -> None:
        """Each algorithm with the heuristic that suits it, and the fastest that proves."""
        session = self._desk.session
        size = session.activity.board.size
        methods = [Method.shortest(*size), *(Method(algorithm=name) for name in ALGORITHMS)]
        items = [
            Item("Shortest", detail=methods[0].title),
            *(
                method_item(method.title, method, session.watch.warning_of(method))
                for method in methods[1:]
            ),
        ]
        open_menu(
            self._desk.ui,
            self.again.rect,
            items,
            -1,
            lambda index: session.watch.run_again(methods[index]),
        )

    def _look_inside(self) -> None:
        """Take the search that is shown to the Lab."""
        session = self._desk.session
        if session.watch.runs.shown is not None:
            session.lab.open_run(session.watch.runs.shown)

    def _copy_rows(self) -> None:
        is_copied = self._desk.clipboard.copy(as_text(self._desk.session.watch.rows))
        count = counted(len(self._rows), "row")
        words = f"Copied {count}." if is_copied else "There is no clipboard to copy to."
        self._desk.say(words)

    def _save_answer(self) -> None:
        save_answer(self._desk)

    def _save_rows(self) -> None:
        rows, columns = self._desk.session.activity.board.size
        name = f"puzzler-{rows}x{columns}-{time.strftime('%Y%m%d-%H%M%S')}"
        self._desk.say(
            save_text(as_csv(self._desk.session.watch.rows), results_folder(), name, ".csv")
        )


def _item(row: Row) -> Item:
    """In its two lines there is room for what counts most, and for rounded counts."""
    result = row.result
    found = NOTHING if row.moves is None else counted(row.moves, "move")
    played = [] if row.played is None else [f"{row.played:,} played"]
    width = [] if result.branching is None else [f"b* {branching(result.branching)}"]
    expanded = f"{short_count(result.stats.expanded)} states"
    spent = duration(result.stats.elapsed), memory(result.stats.bytes)
    detail = f" {_DOT} ".join((row.worth, *played, expanded, *width, *spent))
    return Item(row.method.title, found, detail=detail)
