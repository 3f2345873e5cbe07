"""The tree of what a search has generated: it grows with the search, and goes back with it."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from functools import partial

from pygame import Rect

from puzzler.game.activities.inspecting import Inspecting
from puzzler.search.inspection.recording import MOST_TREE, ExpansionLog
from puzzler.search.tree import Mark, SearchTree, growing
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, column, row
from puzzler.window.paint import Painter
from puzzler.window.panels.legend import Entry, legend, legend_height
from puzzler.window.panels.panel import drawn
from puzzler.window.scene import Part
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.widgets.tree_view import TreeView, mark_sample

_LEAST_UNITS = 200
_GAP_UNITS = 8
_BUTTON_UNITS = 34
_FRAME_SECONDS = 0.003
"""What making a tree may take of a frame."""
_PAUSE_SECONDS = 0.12
"""From one tree to the next while the search runs: a large one is made over many frames."""
_WORDS = {
    Mark.CLOSED: "expanded",
    Mark.FRONTIER: "frontier",
    Mark.PRUNED: "cut off",
    Mark.GOAL: "goal",
}

Making = Generator[None, None, SearchTree]


class LabTree:
    """Every expansion below the one that generated it; the present path is lit."""

    name = "lab tree"
    is_shown = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._area = self._legend = self._note = Rect(0, 0, 0, 0)
        self._log: ExpansionLog | None = None
        self._tree: SearchTree | None = None
        self._making: tuple[int, Making] | None = None  # expansions that it is to have
        self._made_at = 0.0
        self._present: int | None = None
        self._follows = False
        self.view = TreeView("lab tree nodes", on_choose=self._seek)
        self.whole = Button("whole tree", self._show_whole, label="Whole tree", units=14)
        self.nearer = Button("tree present", self._show_present, label="Follow", units=14)

    # ---- Layout -------------------------------------------------------------------------

    def height(self, painter: Painter, width: int) -> int:
        """A few layers, and the legend."""
        return painter.px(_LEAST_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """The tree, and below it the legend and the buttons."""
        self._area = area
        gap, button = painter.px(_GAP_UNITS), painter.target(_BUTTON_UNITS)
        widths = [self.whole.width(painter), self.nearer.width(painter)]
        room = area.width - sum(widths) - 2 * gap
        low = max(button, legend_height(painter, self._entries(), room))
        place, below = column(area, [Grow(), low], gap)
        self._legend, *buttons = row(below, [Grow(), *widths], gap)
        for control, rect in zip((self.whole, self.nearer), buttons, strict=True):
            control.rect = Rect(rect.left, rect.bottom - button, rect.width, button)
        self.view.place(painter, place)
        inner = painter.px(10)
        self._note = Rect(place.left + inner, place.top + painter.px(4), 0, painter.type_size(22))
        self._note.width = place.width - 2 * inner

    # ---- What is shown ------------------------------------------------------------------

    def follow(self) -> None:
        """The tree of the present moment, as far as it is recorded."""
        inspecting = self._desk.inspecting
        if inspecting is None:
            return
        inspecting.record(ranks=False, tree=True)
        if inspecting.log is not self._log:  # another search, or the same anew
            self._log, self._tree, self._making = inspecting.log, None, None
            self._present, self._made_at = None, 0.0
        self._begin(inspecting)
        self._make(inspecting)
        self._follow_present(inspecting)

    def _begin(self, inspecting: Inspecting) -> None:
        """Another tree is wanted where the moment is another, and none is being made."""
        wanted = min(inspecting.expansions, inspecting.log.tree_known)
        tree = self._tree
        if self._making is not None or (tree is not None and tree.moment == wanted):
            return
        if tree is not None and tree.is_cut and tree.moment < wanted:
            return  # it is full: what is expanded later finds no room
        is_due = self._desk.now - self._made_at >= _PAUSE_SECONDS
        if tree is None or is_due or not inspecting.is_running:
            start = inspecting.problem.start
            self._making = wanted, growing(start, inspecting.log.tree(), wanted)

    def _make(self, inspecting: Inspecting) -> None:
        """A few steps of it, and all where they are few."""
        until = time.perf_counter() + _FRAME_SECONDS
        while self._making is not None and time.perf_counter() < until:
            try:
                next(self._making[1])
            except StopIteration as end:
                self._tree, self._making, self._made_at = end.value, None, self._desk.now
                goal, skin = inspecting.problem.goal, self._desk.view.skin
                self.view.set_tree(self._tree, goal, skin)
                self._present = None
                self.view.set_present(None)

    def _follow_present(self, inspecting: Inspecting) -> None:
        """The state expanded last, where the tree has it."""
        tree, node = self._tree, inspecting.expansions - 1
        present = node if tree is not None and 0 <= node < tree.expanded else None
        if present == self._present:
            return
        self._present = present
        self.view.set_present(present)
        if present is not None and self._follows:
            self.view.focus(present)

    def _seek(self, moment: int) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.seek(moment)

    def _show_whole(self) -> None:
        self._follows = False
        self.view.fit()

    def _show_present(self) -> None:
        """From now on the state expanded last is kept in the middle."""
        self._follows = not self._follows
        if self._follows and self._present is not None:
            self.view.focus(self._present)

    # ---- Controls and picture -----------------------------------------------------------

    @property
    def controls(self) -> list[Control]:
        """The tree, and what is seen of it."""
        return [self.view, self.whole, self.nearer]

    def tip(self, name: str) -> Tip | None:
        """What the buttons do."""
        if name == self.whole.name:
            return Tip("See all of it. The wheel goes nearer, a drag moves it")
        if name == self.nearer.name:
            return Tip("Keep the state that was expanded last in the middle")
        return None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The tree, its legend, and what is not in it."""
        yield from drawn(self._desk, painter, self.controls)
        yield from legend(painter, self._legend, self._entries())
        if self._missing:
            color = painter.theme.text_muted
            yield label(painter, "missing", self._note, self._missing, color=color, units=13)

    @property
    def _missing(self) -> str:
        """In words, that the tree is smaller than the search."""
        tree, inspecting = self._tree, self._desk.inspecting
        if tree is None or inspecting is None or tree.expanded >= inspecting.expansions:
            return ""
        is_full = tree.is_cut or tree.expanded >= MOST_TREE
        return f"The first {tree.expanded:,} expansions: the tree is full" if is_full else ""

    def _entries(self) -> Sequence[Entry]:
        return [Entry(words, partial(mark_sample, mark=mark)) for mark, words in _WORDS.items()]
