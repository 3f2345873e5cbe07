"""How the search under the lens searches: a choice for each part of its method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pygame import Rect

from puzzler.game.terms import TERMS
from puzzler.search.method import Method
from puzzler.search.order import ORDERS
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.ties import Ties
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, row
from puzzler.window.paint import Face, Painter
from puzzler.window.panels.panel import drawn
from puzzler.window.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.dropdown import Dropdown
from puzzler.window.widgets.scroll_list import Item
from puzzler.window.widgets.tooltip import Tip
from puzzler.words import sentence

WEIGHTS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
DEPTH_LIMITS = (None, 5, 10, 15, 20, 25, 30, 50, 100)
_DEPTH_LIMIT = "How deep the search goes at most, in moves. Below it nothing is found."
_HEIGHT_UNITS = 38
_SIDES_UNITS = 54
"""Of a choice, besides its words."""


class LabMethod:
    """Only the choices that mean something for the algorithm; what is chosen begins anew."""

    name = "lab method"
    is_shown = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._followed: object = None
        self._is_brief = False
        """There is no room for what the choices are called."""
        self.algorithm: Dropdown[str] = Dropdown(
            "algorithm",
            [(a.name, Item(a.title, detail=sentence(a.summary))) for a in ALGORITHMS.values()],
            self._choose_algorithm,
            desk.open_menu,
        )
        self.heuristic: Dropdown[str] = Dropdown(
            "heuristic",
            [
                (entry.name, Item(sentence(entry.title), detail=sentence(entry.summary)))
                for entry in HEURISTICS.values()
            ],
            lambda name: self._choose(heuristic=name),
            desk.open_menu,
        )
        self.weight: Dropdown[float] = Dropdown(
            "weight", [], lambda weight: self._choose(weight=weight), desk.open_menu
        )
        self.order: Dropdown[str] = Dropdown(
            "order", [], lambda order: self._choose(order=order), desk.open_menu
        )
        self.ties: Dropdown[Ties] = Dropdown(
            "ties", [], lambda ties: self._choose(ties=ties), desk.open_menu
        )
        self.depth_limit: Dropdown[int | None] = Dropdown(
            "depth limit", [], lambda limit: self._choose(depth_limit=limit), desk.open_menu
        )

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(_HEIGHT_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """Each as wide as its words, as far as there is room."""
        self._area = area
        shown, gap = self._shown, painter.px(6)
        self._offer(is_brief=False)
        widths = [_width(painter, choice) for choice in shown]
        if sum(widths) + gap * (len(widths) - 1) > area.width:
            self._offer(is_brief=True)
            widths = [_width(painter, choice) for choice in shown]
        rest = area.width - sum(widths) - gap * (len(widths) - 1)
        if rest >= 0:
            rects = row(area, [*widths, Grow()], gap)
        else:
            rects = row(area, [Grow(width) for width in widths], gap)
        for choice, rect in zip(shown, rects, strict=False):
            choice.rect = rect

    def follow(self) -> None:
        """What is chosen; another algorithm has other choices."""
        method = self._method
        if method is None or method == self._followed:
            return
        self._followed = method
        self._offer(is_brief=self._is_brief)
        self.algorithm.chosen = method.algorithm
        self.heuristic.chosen = method.heuristic
        self.weight.chosen = method.weight
        self.order.chosen = method.order
        self.ties.chosen = method.ties
        self.depth_limit.chosen = method.depth_limit
        if self._area.width:
            self.place(self._desk.painter, self._area)

    @property
    def controls(self) -> Sequence[Control]:
        """Those that mean something."""
        return self._shown

    def tip(self, name: str) -> Tip | None:
        """What the choice means."""
        method = self._method
        if method is None:
            return None
        if name == "algorithm":
            return Tip(sentence(ALGORITHMS[method.algorithm].summary))
        if name == "heuristic":
            entry = HEURISTICS[method.heuristic]
            return Tip(f"{sentence(entry.title)}: {entry.summary}")
        return Tip(_DEPTH_LIMIT if name == "depth limit" else TERMS[name])

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The choices."""
        yield from drawn(self._desk, painter, self._shown)

    # ---- Within ------------------------------------------------------------------------------

    @property
    def _method(self) -> Method | None:
        inspecting = self._desk.inspecting
        return None if inspecting is None else inspecting.method

    @property
    def _shown(self) -> list[Dropdown[Any]]:
        method = self._method
        if method is None:
            return []
        algorithm = ALGORITHMS[method.algorithm]
        shown: list[tuple[Dropdown[Any], bool]] = [
            (self.algorithm, True),
            (self.heuristic, algorithm.uses_heuristic),
            (self.weight, algorithm.uses_weight),
            (self.order, algorithm.uses_order),
            (self.ties, len(algorithm.ties) > 1),
            (self.depth_limit, algorithm.has_depth_limit),
        ]
        return [choice for choice, is_shown in shown if is_shown]

    def _offer(self, *, is_brief: bool) -> None:
        """What there is to choose; where room is scarce without saying of what."""
        method, self._is_brief = self._method, is_brief
        if method is None:
            return
        of_order, of_ties, of_limit = (
            ("", "", "") if is_brief else ("Order ", "Ties ", "Depth limit ")
        )
        weights = sorted({*WEIGHTS, method.weight})
        self.weight.options = [(weight, Item(f"W {weight:g}")) for weight in weights]
        self.order.options = [(order, Item(f"{of_order}{order}")) for order in ORDERS]
        ties = ALGORITHMS[method.algorithm].ties
        self.ties.options = [(each, Item(sentence(f"{of_ties}{each.words}"))) for each in ties]
        limits = sorted({*filter(None, DEPTH_LIMITS), *filter(None, [method.depth_limit])})
        self.depth_limit.options = [
            (None, Item("No limit" if is_brief else "No depth limit")),
            *((limit, Item(f"{of_limit}{limit}")) for limit in limits),
        ]

    def _choose_algorithm(self, name: str) -> None:
        """Its own heuristic, unless another than its own was chosen before."""
        method = self._method
        if method is None or name == method.algorithm:
            return
        before, after = ALGORITHMS[method.algorithm], ALGORITHMS[name]
        is_own = method.heuristic in (before.heuristic, "zero")
        self._choose(algorithm=name, heuristic=after.heuristic if is_own else method.heuristic)

    def _choose(self, **changes: Any) -> None:
        inspecting, method = self._desk.inspecting, self._method
        if inspecting is None or method is None:
            return
        algorithm = changes.get("algorithm", method.algorithm)
        ties = changes.get("ties", method.ties)
        inspecting.set_method(
            Method(
                algorithm,
                changes.get("heuristic", method.heuristic),
                changes.get("weight", method.weight),
                method.limit,
                order=changes.get("order", method.order),
                ties=ties if ties in ALGORITHMS[algorithm].ties else None,
                depth_limit=changes.get("depth_limit", method.depth_limit),
            )
        )


def _width(painter: Painter, choice: Dropdown[Any]) -> int:
    """Of what is chosen and what belongs around it."""
    words = next((item.words for value, item in choice.options if value == choice.chosen), "")
    size = painter.type_size(15)
    return painter.text_width(words, Face.STRONG, size) + painter.px(_SIDES_UNITS)
