"""The tree of what a search has generated: it grows with the search, and goes back with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pygame import Rect

from puzzler.game.watch.terms import TERMS
from puzzler.humanize import counted
from puzzler.search.inspection.recording import MOST_TREE
from puzzler.search.tree import Mark
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, column, middle, row
from puzzler.window.paint import Painter
from puzzler.window.panels.lab_turns import Turns
from puzzler.window.panels.legend import Entry, legend, legend_height, legend_places
from puzzler.window.panels.panel import drawn
from puzzler.window.scene import Part
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.spot import Spot
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.widgets.tree_marks import MARK_TITLES, mark_sample
from puzzler.window.widgets.tree_view import TreeView, Wanted

_LEAST_UNITS = 200
_GAP_UNITS = 8
_BUTTON_UNITS = 34
_FULL = "The tree is full: the search has gone on beyond it"


class LabTree:
    """Every state below the one that it was reached from; the path to the present one is lit."""

    name = "lab tree"
    is_shown = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._legend = self._note = Rect(0, 0, 0, 0)
        self._is_moving = False
        self._turns = Turns()
        self.view = TreeView("lab tree nodes", on_choose=self._seek)
        self._spots = {
            f"term {mark.name.lower()}": Spot(f"term {mark.name.lower()}") for mark in Mark
        }
        self.whole = Button("whole tree", self.view.fit, label="Whole tree", units=14)
        self.follows = Button("follow in tree", self._turn_following, label="Follow", units=14)

    # ---- Layout -------------------------------------------------------------------------

    def height(self, painter: Painter, width: int) -> int:
        """A few layers, and the legend."""
        return painter.px(_LEAST_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """The tree, and below it the legend and the buttons."""
        gap, button = painter.px(_GAP_UNITS), painter.target(_BUTTON_UNITS)
        # with and without its tick it is as wide
        widths = [self.whole.width(painter), self.follows.width(painter)]
        if not self.follows.icon:
            widths[1] += painter.px(18 + 8)
        entries = self._entries()
        low = max(button, legend_height(painter, entries, area.width - sum(widths) - 2 * gap))
        place, below = column(area, [Grow(), low], gap)
        words, *buttons = row(below, [Grow(), *widths], gap)
        height = legend_height(painter, entries, words.width)
        self._legend = middle(words, words.width, height)
        places = legend_places(painter, self._legend, entries)
        for spot, rect in zip(self._spots.values(), places, strict=True):
            spot.rect = rect
        for control, rect in zip((self.follows, self.whole), reversed(buttons), strict=True):
            control.rect = Rect(rect.left, rect.bottom - button, rect.width, button)
        self.view.place(painter, place)
        inner = painter.px(12)
        self._note = Rect(place.left + inner, 0, place.width - 2 * inner, painter.type_size(20))
        self._note.top = place.top + painter.px(6)  # there a tree is narrow

    # ---- What is shown ------------------------------------------------------------------

    def follow(self) -> None:
        """The tree of the present moment, as far as it is recorded."""
        inspecting = self._desk.inspecting
        if inspecting is None:
            return
        inspecting.record(ranks=False, tree=True)
        if self._turns.waits(inspecting):
            return
        problem, log = inspecting.problem, inspecting.state().log
        self.view.show(
            Wanted(
                log,
                problem.start,
                log.tree(),
                inspecting.expansions,
                problem.goal,
                self._desk.view.skin,
            )
        )
        self._is_moving = self.view.advance()
        self.follows.icon = "check" if self.view.is_following else ""

    def seconds_to_change(self) -> float | None:
        """A large tree is made over many frames."""
        return 0.001 if self._is_moving else None

    def _turn_following(self) -> None:
        """Keep the state expanded last in the middle, or let it wander."""
        if self.view.is_following:
            self.view.is_following = False
        else:
            self.view.follow()

    def _seek(self, moment: int) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.seek(moment)

    # ---- Controls and picture -----------------------------------------------------------

    @property
    def controls(self) -> list[Control]:
        """The tree, and what is seen of it."""
        return [self.view, *self._spots.values(), self.whole, self.follows]

    def tip(self, name: str) -> Tip | None:
        """What the buttons do; a node says itself what it is."""
        if name in self._spots:
            return Tip(TERMS[name.removeprefix("term ")])
        if name == self.whole.name:
            return Tip("See all of it. The wheel goes nearer, a drag moves it")
        if name == self.follows.name:
            return Tip("Keep the state that was expanded last in the middle, seen from near")
        return None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The tree, its legend, and that it is full."""
        yield from drawn(self._desk, painter, self.controls)
        yield from legend(painter, self._legend, self._entries())
        color = painter.theme.text_muted
        yield label(painter, "missing", self._note, self._missing, color=color, units=13)

    @property
    def _missing(self) -> str:
        """Why the tree is smaller than the search, in words; empty where it is not."""
        tree, inspecting = self.view.tree, self._desk.inspecting
        if tree is None or inspecting is None:
            return ""
        if tree.is_cut:
            return _FULL
        known, most = inspecting.state().log.tree_known, min(inspecting.expansions, MOST_TREE)
        return f"Being read: {known:,} of {counted(most, 'expansion')}" if known < most else ""

    def _entries(self) -> Sequence[Entry]:
        return [Entry(MARK_TITLES[mark], partial(mark_sample, mark=mark)) for mark in Mark]
