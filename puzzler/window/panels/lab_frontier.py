"""What a search takes next: its frontier, or where it has none that is ordered its path."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from operator import is_

from pygame import Rect

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.prediction import Question
from puzzler.game.watch.terms import TERMS
from puzzler.humanize import counted
from puzzler.search.inspection.values import FrontierNode, Glimpse
from puzzler.window.desk import Desk
from puzzler.window.fates import MOVE_ARROWS
from puzzler.window.layout import Grow, column, row
from puzzler.window.paint import Face, Painter
from puzzler.window.panels.frontier_shape import (
    RANK,
    TERMS_OF,
    Shape,
    asked,
    figures_of,
    first_of,
    of_all,
    ordered,
    shape_of,
)
from puzzler.window.panels.lab_turns import Turns
from puzzler.window.panels.panel import drawn
from puzzler.window.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.histogram import Histogram, figure
from puzzler.window.widgets.label import label
from puzzler.window.widgets.node_grid import NodeCard, NodeGrid
from puzzler.window.widgets.path_profile import PathProfile, Profile
from puzzler.window.widgets.spot import Spot
from puzzler.window.widgets.tooltip import Tip

_HEAD_UNITS = 24
_GAP_UNITS = 8
_CHART_SHARE = 0.3
_MOST_PATH = 300
"""States of a path that the chart shows, the last ones: more would be thinner than a pixel."""
_SECONDS = 0.09
"""While the search runs boards change at most this often: faster cannot be read."""
_CHART_UNITS = 80, 170
"""How high the chart is at least and at most."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a grid and the words above it stand."""

    head: Rect
    grid: Rect


class LabFrontier:
    """The boards that are taken next with what decides, and how many there are of each f."""

    name = "lab frontier"
    is_shown = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._places: list[_Place] = []
        self._followed: tuple[object, ...] | None = None
        self.shape = Shape.QUEUE
        self._has_chart = True
        self._since = -math.inf
        self._turns = Turns()
        self._heads: tuple[tuple[str, str], ...] = ()
        self.grids = [
            NodeGrid(f"lab nodes {side}", painter=lambda: desk.painter) for side in range(2)
        ]
        self._words, self._note = Spot("term frontier"), Spot("term frontier note")
        self.histogram = Histogram("lab histogram", "f", "state")
        self.profile = PathProfile("lab path")

    def height(self, painter: Painter, width: int) -> int:
        """Words, a row of boards, and the chart."""
        grid = self.grids[0].least_height(painter)
        return painter.px(_HEAD_UNITS + 2 * _GAP_UNITS + _CHART_UNITS[0]) + grid

    def place(self, painter: Painter, area: Rect) -> None:
        """The boards above the chart; two sides beside each other."""
        self._area = area
        gap = painter.px(_GAP_UNITS)
        least, most = map(painter.px, _CHART_UNITS)
        chart = max(least, min(most, round(area.height * _CHART_SHARE)))
        room = area.height - chart - gap - painter.px(_HEAD_UNITS)
        if not self._has_chart or room < self.grids[0].least_height(painter):
            chart = 0  # boards matter more
        upper, lower = column(area, [Grow(), chart], gap if chart else 0)
        sides = row(upper, [Grow()] * (2 if self.shape is Shape.SIDES else 1), 2 * gap)
        self._places = []
        for side in sides:
            head, grid = column(side, [painter.px(_HEAD_UNITS), Grow()], painter.px(4))
            self._places.append(_Place(head, grid))
        self._place_spots()
        for grid_control, place in zip(self.grids, self._places, strict=False):
            grid_control.rect = place.grid
        self.histogram.place(painter, lower)
        self.profile.place(painter, lower)

    # ---- What is shown ------------------------------------------------------------------

    def follow(self) -> None:
        """What there is to see at the present moment; while a bet is on, what is bet on."""
        inspecting = self._desk.inspecting
        glimpse = None if inspecting is None else inspecting.state().glimpse
        if inspecting is None or glimpse is None:
            return
        inspecting.record(ranks=False, tree=False)
        waits = self._turns.waits(inspecting)
        question = asked(inspecting)
        followed = glimpse, question, inspecting.state().verdict
        if self._followed is not None and all(map(is_, followed, self._followed)):
            return
        if waits or (inspecting.is_running and self._desk.now - self._since < _SECONDS):
            return
        self._followed, self._since = followed, self._desk.now
        self._take_shape(glimpse, question)
        if question is not None:
            self._show_choices(question, inspecting)
        elif self.shape is Shape.PATH:
            self._show_path(glimpse)
        elif self.shape is Shape.SIDES:
            self._show_sides(glimpse)
        else:
            self._show_queue(glimpse)
        self._place_spots()

    def _take_shape(self, glimpse: Glimpse, question: Question | None) -> None:
        """Lay it out anew where there is something else to be shown."""
        for grid in self.grids:
            grid.skin = self._desk.view.skin
        shape = shape_of(glimpse) if question is None else Shape.CHOICES
        # while a bet is on, a chart would tell what is asked
        has_chart = shape is not Shape.CHOICES and bool(
            glimpse.path if shape is Shape.PATH else glimpse.histogram
        )
        if (shape, has_chart) == (self.shape, self._has_chart):
            return
        if shape is not self.shape:
            for grid in self.grids:
                grid.to_top()
        self.shape, self._has_chart = shape, has_chart
        self.grids[0].on_choose = self._answer if shape is Shape.CHOICES else None
        if self._area.width:
            self.place(self._desk.painter, self._area)

    def _show_queue(self, glimpse: Glimpse) -> None:
        """The next ones in one order."""
        waiting = glimpse.frontier
        self._heads = ((ordered(glimpse), of_all(glimpse)),)
        self._fill(self.grids[0], waiting, first_of(glimpse))
        self.histogram.symbol, self.histogram.counts = "f", glimpse.histogram

    def _show_sides(self, glimpse: Glimpse) -> None:
        """The next ones from the start, and those from the goal."""
        sides = [tuple(w for w in glimpse.frontier if w.node.side == side) for side in range(2)]
        self._heads = ("From the start", ""), ("From the goal", of_all(glimpse))
        for grid, waiting in zip(self.grids, sides, strict=True):
            self._fill(grid, waiting, first_of(glimpse))
        self.histogram.symbol, self.histogram.counts = "rank", glimpse.histogram

    def _show_path(self, glimpse: Glimpse) -> None:
        """From the start to the state expanded last, and the bound that it must keep."""
        last = len(glimpse.path) - 1
        first = max(0, last + 1 - _MOST_PATH)
        nodes = glimpse.path[first:]  # looking at one may take as long as at all before it
        notes = [counted(last, "move")] if nodes else []
        if glimpse.bound is not None:
            notes.append(f"bound {figure(glimpse.bound)}")
        if glimpse.next_bound is not None:
            notes.append(f"next {figure(glimpse.next_bound)}")
        self._heads = (("Path to the state expanded last", ", ".join(notes)),)
        self.grids[0].empty = "One moment ..." if glimpse.expansions else "Nothing is expanded yet"

        def card(index: int) -> NodeCard:
            node = nodes[index - first] if index >= first else glimpse.path[index]
            rank = "start" if node.move is None else f"{index:,} {MOVE_ARROWS[node.move]}"
            return NodeCard(node.board, rank, figures_of(node), is_lit=index == last)

        goal = self._desk.session.activity.goal
        self.grids[0].show(last + 1, card, goal, has_words=False, reveals_last=True)
        figures = tuple((node.g, node.h, node.f) for node in nodes)
        self.profile.profile = Profile(figures, glimpse.bound, glimpse.next_bound, first)

    def _show_choices(self, question: Question, inspecting: Inspecting) -> None:
        """The boards that may be next, in an order that tells nothing; then which one it was."""
        verdict = inspecting.state().verdict
        self._heads = (
            (question.words, "click a board") if verdict is None else (verdict.words, ""),
        )

        def card(index: int) -> NodeCard:
            node = question.choices[index].node
            assert node is not None, "it is asked which board is next"
            if verdict is None:
                return NodeCard(node.board, "", figures_of(node))
            is_right, is_chosen = index == question.right, index == verdict.chosen
            rank = "next" if is_right else "yours" if is_chosen else ""
            mark = "check" if is_right else "close" if is_chosen else ""
            return NodeCard(node.board, rank, figures_of(node), "", is_right, mark)

        goal = self._desk.session.activity.goal
        self.grids[0].show(len(question.choices), card, goal, has_words=False, fills=True)

    def _answer(self, choice: int) -> None:
        inspecting = self._desk.inspecting
        if inspecting is not None and inspecting.state().question is not None:
            inspecting.answer(choice)

    def _fill(
        self, grid: NodeGrid, waiting: tuple[FrontierNode, ...], first: FrontierNode | None
    ) -> None:
        """Those in one order; ``first`` is what is taken next of all."""

        def card(index: int) -> NodeCard:
            one = waiting[index]
            is_next = one is first
            rank = "next" if is_next else f"{index + 1:,}"
            return NodeCard(one.node.board, rank, figures_of(one.node), one.tie, is_next)

        grid.empty = "Nothing waits here"
        grid.show(len(waiting), card, self._desk.session.activity.goal)

    # ---- Controls and picture -----------------------------------------------------------

    @property
    def controls(self) -> list[Control]:
        """The boards, and the chart where there is room."""
        charts: list[Control] = []
        if self._chart.rect.height:
            charts.append(self._chart)
        spots = [spot for spot in (self._words, self._note) if self.tip(spot.name) is not None]
        return [*spots, *self.grids[: len(self._places)], *charts]

    @property
    def _chart(self) -> Histogram | PathProfile:
        return self.profile if self.shape is Shape.PATH else self.histogram

    def tip(self, name: str) -> Tip | None:
        """What the words above the boards mean."""
        has_bound = self.shape is Shape.PATH and self.profile.profile.bound is not None
        terms = {
            self._words.name: TERMS_OF.get(self.shape, ()),
            self._note.name: ("bound", "next bound") if has_bound else (),
        }
        words = " ".join(TERMS[term] for term in terms.get(name, ()))
        return Tip(words) if words else None

    def _place_spots(self) -> None:
        """Over the words above the first grid, however long they are now."""
        if not self._places or not self._heads:
            return
        painter = self._desk.painter
        words, self._note.rect = self._split(painter, 0)
        width = painter.text_width(self._heads[0][0], Face.STRONG, painter.type_size(14))
        words.width = min(words.width, width)
        self._words.rect = words

    def _split(self, painter: Painter, side: int) -> list[Rect]:
        """The words above a grid, and the note at their right."""
        note = self._heads[side][1] if side < len(self._heads) else ""
        head = self._places[side].head
        width = min(painter.text_width(note, Face.BODY, painter.type_size(13)), head.width // 2)
        return row(head, [Grow(), width + 2], painter.px(10))

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Words, boards, chart."""
        theme = painter.theme
        for side, (title, note) in enumerate(self._heads[: len(self._places)]):
            words, beside = self._split(painter, side)
            yield label(painter, f"head {side}", words, title, color=theme.text, face=Face.STRONG)
            yield label(
                painter, f"note {side}", beside, note, color=theme.text_muted, units=13, align=1
            )
        if self._chart is self.histogram and self.histogram.rect.height:
            caption = Rect(self.histogram.rect)
            caption.height = round(painter.type_size(12.5) * 1.5)
            told = f"All of them by {RANK if self.shape is Shape.SIDES else 'f'}"
            yield label(painter, "caption", caption, told, color=theme.text_muted, units=12.5)
        yield from drawn(self._desk, painter, self.controls)
