"""The solver: how Watch searches, what its answer will be worth, and the button that begins."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from typing import Any

from pygame import Rect

from puzzler.game.play.settings import AUTOMATIC
from puzzler.game.watch import messages as watch_messages
from puzzler.humanize import sentence
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM, HEURISTICS
from puzzler.window.common.actions import actions
from puzzler.window.layout import Grow, Size, column, inset, row
from puzzler.window.methods import method_item
from puzzler.window.panels.panel import Places, action_button, action_tip, drawn
from puzzler.window.play.actions import is_editing
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.watch.actions import can_go_on
from puzzler.window.widgets.button import Rank
from puzzler.window.widgets.chooser import Chooser
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import icon, label
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

SHORTEST = ""
"""Stands for the fastest method that proves a shortest answer, among the names of algorithms."""
AUTOMATIC_SUMMARY = "What suits the board: A* up to 16 cells, Anytime on larger ones"
SHORTEST_SUMMARY = "The fastest method that proves a shortest answer, by the size of the board"
WEIGHTS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
_WEIGHT_TIP = "How much the estimate counts: f = g + W h. More is quicker, and the answer longer"


_MARGIN_UNITS = 20


class SolverPanel:
    """The choice holds for the next search; what runs keeps its own method."""

    name = "solver"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._places: Places = {}
        self._offered_for: Hashable = None  # what the warnings in the menu were made for
        self.algorithm: Chooser[str] = Chooser(
            "algorithm",
            self._algorithms(),
            self._choose_algorithm,
            partial(open_menu, desk.ui),
        )
        self.heuristic: Chooser[str] = Chooser(
            "heuristic",
            [
                (entry.name, Item(sentence(entry.title), detail=sentence(entry.summary)))
                for entry in HEURISTICS.values()
            ],
            lambda name: self._choose(heuristic=name),
            partial(open_menu, desk.ui),
        )
        weights = sorted({*WEIGHTS, desk.session.settings.weight})
        self.weight: Chooser[float] = Chooser(
            "weight",
            [(weight, Item(f"W {weight:g}")) for weight in weights],
            lambda weight: self._choose(weight=weight),
            partial(open_menu, desk.ui),
        )
        self.watch = action_button(desk, actions()["watch"], rank=Rank.PRIMARY)
        self.watch.label, self.watch.icon = actions()["watch"].words, ""
        self.inside = action_button(desk, actions()["look-inside"], rank=Rank.NORMAL)
        self.stop = action_button(desk, actions()["stop"])
        self.go_on = action_button(desk, actions()["go-on"], rank=Rank.PRIMARY)
        self._controls: dict[str, Control] = {
            "algorithm": self.algorithm,
            "heuristic": self.heuristic,
            "weight": self.weight,
            "watch": self.watch,
            "look-inside": self.inside,
            "stop": self.stop,
            "go-on": self.go_on,
        }
        self._warning = self._expected = ""  # asked for once a frame, and needed more often

    @property
    def is_shown(self) -> bool:
        """While tiles are placed by hand there is nothing to solve."""
        return not is_editing(self._desk)

    def height(self, painter: Painter, width: int) -> int:
        """Of its lines and the gaps between them."""
        rows = self._rows(painter, width - 2 * painter.px(_MARGIN_UNITS))
        sizes = [size for size in rows.values() if isinstance(size, int)]
        return sum(sizes) + painter.px(6) * (len(sizes) - 1) + 2 * painter.px(16)

    def place(self, painter: Painter, area: Rect) -> None:
        """Line by line."""
        inner = inset(area, painter.px(_MARGIN_UNITS), painter.px(16))
        rows = self._rows(painter, inner.width)
        self._places = dict(
            zip(rows, column(inner, list(rows.values()), painter.px(6)), strict=True)
        )
        gap = painter.px(8)
        self._places["heuristic"], self._places["weight"] = row(
            self._places["heuristic"], [Grow(), painter.px(96)], gap
        )
        if "watch" in self._places:
            line = self._places["watch"]
            sizes: list[Size] = [Grow(), line.height, self.stop.width(painter)]
            buttons = ("watch", "look-inside", "stop")
            self._places |= dict(zip(buttons, row(line, sizes, gap), strict=True))
        for name, control in self._controls.items():
            if name in self._places:
                control.rect = self._places[name]

    @property
    def controls(self) -> list[Control]:
        """From the top; in a compact window the bar has what watches."""
        return [control for name, control in self._controls.items() if name in self._places]

    def follow(self) -> None:
        """What is chosen, and what can be done."""
        desk, settings = self._desk, self._desk.session.settings
        method, self._warning = (
            desk.session.snapshot().watch.method,
            desk.session.snapshot().watch.warning,
        )
        made_of = desk.session.activity.board.size, settings
        if made_of != self._offered_for:
            self._offered_for, self.algorithm.options = made_of, self._algorithms()
        self._expected = self._warning or watch_messages.worth_ahead(method)
        uses = ALGORITHMS[method.algorithm]
        self.algorithm.chosen = SHORTEST if settings.shortest else settings.algorithm
        self.algorithm.words = f"Automatic: {uses.title}" if settings.is_automatic else None
        self.heuristic.chosen = method.heuristic if uses.uses_heuristic else None
        self.heuristic.words = None if uses.uses_heuristic else "No heuristic"
        self.weight.chosen = method.weight if uses.uses_weight else None
        self.weight.words = None if uses.uses_weight else "No weight"
        self.heuristic.is_enabled = uses.uses_heuristic and not settings.shortest
        self.weight.is_enabled = uses.uses_weight and not settings.shortest
        self.watch.hint = desk.keymap.hint("watch")
        self.watch.is_enabled = actions()["watch"].is_enabled(desk)
        self.watch.rank = Rank.NORMAL if can_go_on(desk) else Rank.PRIMARY
        self.go_on.hint = desk.keymap.hint("go-on")
        self.inside.is_enabled = actions()["look-inside"].is_enabled(desk)
        self.stop.is_enabled = actions()["stop"].is_enabled(desk)

    def tip(self, name: str) -> Tip | None:
        """What the choice means."""
        method, settings = self._desk.session.snapshot().watch.method, self._desk.session.settings
        if name == "algorithm":
            if settings.shortest:
                return Tip(SHORTEST_SUMMARY)
            if settings.is_automatic:
                return Tip(f"{AUTOMATIC_SUMMARY}. Now {method.title}")
            return Tip(sentence(ALGORITHMS[method.algorithm].summary))
        if name == "heuristic":
            entry = HEURISTICS[method.heuristic]
            return Tip(f"{sentence(entry.title)}: {entry.summary}")
        if name in ("stop", "look-inside"):
            return action_tip(self._desk, actions()[name])
        if name == "watch":
            return Tip(self._warning) if self._warning else None
        if name == "go-on":
            return Tip(watch_messages.EVER_SHORTER, self._desk.keymap.hint("go-on"))
        return Tip(_WEIGHT_TIP) if name == "weight" else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The choices, what the answer will be worth or why there may be none, the buttons."""
        theme, place = painter.theme, self._places["promise"]
        if self._warning:
            mark, place = row(place, [painter.px(18), Grow()], painter.px(8))
            mark.height = _line_height(painter)
            yield icon(painter, mark, "warning", theme.accent)
        lines = self._said(painter, place.width)
        for number, words in enumerate(lines):
            line = Rect(place.left, 0, place.width, _line_height(painter))
            line.top = place.top + number * line.height
            if len(lines) == 1:
                line.centery = place.centery
            yield label(painter, f"promise {number}", line, words, color=theme.text_muted)
        yield from drawn(self._desk, painter, self.controls)

    def _said(self, painter: Painter, width: int) -> list[str]:
        """What is to be expected of the method that is chosen, line by line."""
        return painter.wrapped(self._expected, Face.BODY, painter.type_size(14), width)

    def _rows(self, painter: Painter, width: int) -> dict[str, Size]:
        """What stands in it, from the top, and how high."""
        beside = painter.px(18) + painter.px(8) if self._warning else 0
        lines = len(self._said(painter, width - beside))
        rows: dict[str, Size] = {
            "algorithm": painter.target(34),
            "heuristic": painter.target(34),
            "promise": max(painter.px(24), lines * _line_height(painter)),
        }
        if not self._desk.is_compact:
            rows["watch"] = painter.target(46)
        if can_go_on(self._desk):
            rows["go-on"] = painter.target(46)
        return rows

    def _algorithms(self) -> list[tuple[str, Item]]:
        """The algorithms as they would search now, limits and all."""
        settings, searches = self._desk.session.settings, self._desk.session.watch
        named = {
            name: Method(
                name,
                self._heuristic_with(name),
                settings.weight,
                settings.limit,
                order=settings.order,
                ties=settings.ties,
                depth_limit=settings.depth_limit,
            )
            for name in ALGORITHMS
        }
        return [
            (AUTOMATIC, Item("Automatic", detail=AUTOMATIC_SUMMARY)),
            (SHORTEST, Item("Shortest", detail=SHORTEST_SUMMARY)),
            *(
                (name, method_item(ALGORITHMS[name].title, method, searches.warning_of(method)))
                for name, method in named.items()
            ),
        ]

    def _choose_algorithm(self, name: str) -> None:
        changes: dict[str, Any] = {"shortest": name == SHORTEST}
        if name != SHORTEST:
            changes["algorithm"] = name
        if name in ALGORITHMS:
            changes["heuristic"] = self._heuristic_with(name)
        self._desk.set(**changes)

    def _heuristic_with(self, name: str) -> str:
        """What guides an algorithm that is chosen: its own heuristic, unless one was chosen."""
        settings = self._desk.session.settings
        before = ALGORITHMS.get(settings.algorithm, ALGORITHMS[DEFAULT_ALGORITHM])
        is_own = settings.heuristic == before.heuristic
        return ALGORITHMS[name].heuristic if is_own else settings.heuristic

    def _choose(self, **changes: Any) -> None:
        """A part of the method: of the one that is shown, where that was not chosen by name."""
        if self._desk.session.settings.is_automatic:
            method = self._desk.session.snapshot().watch.method
            shown = {"algorithm": method.algorithm, "heuristic": method.heuristic}
            changes = {**shown, "weight": method.weight, **changes}
        self._desk.set(**changes)


def _line_height(painter: Painter) -> int:
    return round(painter.type_size(14) * 1.4)
