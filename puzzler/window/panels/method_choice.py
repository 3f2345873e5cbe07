"""Choices for each part of a method: the algorithm, and what means something for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzler.game.watch.terms import TERMS
from puzzler.humanize import sentence
from puzzler.search.method import Method
from puzzler.search.options import ORDERS, Ties
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.widgets.dropdown import Dropdown, OpenMenu
from puzzler.window.widgets.tooltip import Tip

WEIGHTS = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
DEPTH_LIMITS = (None, 5, 10, 15, 20, 25, 30, 50, 100)
_DEPTH_LIMIT = "How deep the search goes at most, in moves. Below it nothing is found."
_SIDES_UNITS = 54
"""Of a choice, besides its words."""


class MethodChoice:
    """Calls ``on_choose`` with a whole method. Whoever shows the choices gives them places."""

    def __init__(
        self, on_choose: Callable[[Method], None], open_menu: OpenMenu, prefix: str = ""
    ) -> None:
        """``prefix`` tells the controls from others of the same screen."""
        self.method: Method | None = None
        """What is chosen; see ``follow``."""
        self.is_brief = False
        """There is no room for what the choices are called."""
        self._on_choose = on_choose
        self._prefix = prefix
        self.algorithm: Dropdown[str] = Dropdown(
            f"{prefix}algorithm",
            [(a.name, Item(a.title, detail=sentence(a.summary))) for a in ALGORITHMS.values()],
            self._choose_algorithm,
            open_menu,
        )
        self.heuristic: Dropdown[str] = Dropdown(
            f"{prefix}heuristic",
            [
                (entry.name, Item(sentence(entry.title), detail=sentence(entry.summary)))
                for entry in HEURISTICS.values()
            ],
            lambda name: self._choose(heuristic=name),
            open_menu,
        )
        self.weight: Dropdown[float] = Dropdown(
            f"{prefix}weight", [], lambda weight: self._choose(weight=weight), open_menu
        )
        self.order: Dropdown[str] = Dropdown(
            f"{prefix}order", [], lambda order: self._choose(order=order), open_menu
        )
        self.ties: Dropdown[Ties] = Dropdown(
            f"{prefix}ties", [], lambda ties: self._choose(ties=ties), open_menu
        )
        self.depth_limit: Dropdown[int | None] = Dropdown(
            f"{prefix}depth limit", [], lambda limit: self._choose(depth_limit=limit), open_menu
        )

    @property
    def shown(self) -> list[Dropdown[Any]]:
        """Those that mean something for the algorithm."""
        if self.method is None:
            return []
        algorithm = ALGORITHMS[self.method.algorithm]
        shown: list[tuple[Dropdown[Any], bool]] = [
            (self.algorithm, True),
            (self.heuristic, algorithm.uses_heuristic),
            (self.weight, algorithm.uses_weight),
            (self.order, algorithm.uses_order),
            (self.ties, len(algorithm.ties) > 1),
            (self.depth_limit, algorithm.has_depth_limit),
        ]
        return [choice for choice, is_shown in shown if is_shown]

    def follow(self, method: Method | None) -> bool:
        """Show ``method``; True where that is another one than before."""
        if method is None or method == self.method:
            return False
        self.method = method
        self.offer(is_brief=self.is_brief)
        self.algorithm.chosen = method.algorithm
        self.heuristic.chosen = method.heuristic
        self.weight.chosen = method.weight
        self.order.chosen = method.order
        self.ties.chosen = method.ties
        self.depth_limit.chosen = method.depth_limit
        return True

    def offer(self, *, is_brief: bool) -> None:
        """What there is to choose; where room is scarce without saying of what."""
        method, self.is_brief = self.method, is_brief
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

    def tip(self, name: str) -> Tip | None:
        """What the choice of that name means; None where there is no such choice."""
        method, part = self.method, name.removeprefix(self._prefix)
        if method is None or all(choice.name != name for choice in self.shown):
            return None
        if part == "algorithm":
            algorithm = ALGORITHMS[method.algorithm]
            said = f"{algorithm.title}: {algorithm.summary}" if self.is_brief else algorithm.summary
            return Tip(sentence(said))
        if part == "heuristic":
            entry = HEURISTICS[method.heuristic]
            return Tip(f"{sentence(entry.title)}: {entry.summary}")
        meaning = _DEPTH_LIMIT if part == "depth limit" else TERMS[part]
        return Tip(f"{_said(method)[part]}. {meaning}" if self.is_brief else meaning)

    def _choose_algorithm(self, name: str) -> None:
        """Its own heuristic, unless another than its own was chosen before."""
        method = self.method
        if method is None or name == method.algorithm:
            return
        before, after = ALGORITHMS[method.algorithm], ALGORITHMS[name]
        is_own = method.heuristic in (before.heuristic, "zero")
        self._choose(algorithm=name, heuristic=after.heuristic if is_own else method.heuristic)

    def _choose(self, **changes: Any) -> None:
        method = self.method
        if method is None:
            return
        algorithm = changes.get("algorithm", method.algorithm)
        ties = changes.get("ties", method.ties)
        self._on_choose(
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


def _said(method: Method) -> dict[str, str]:
    """What is chosen, with its name: where room is scarce the choices do not say it."""
    limit = method.depth_limit
    return {
        "weight": f"W {method.weight:g}",
        "order": f"Order {method.order}",
        "ties": "" if method.ties is None else f"Ties {method.ties.words}",
        "depth limit": "No depth limit" if limit is None else f"Depth limit {limit}",
    }


def choice_width(painter: Painter, choice: Dropdown[Any]) -> int:
    """Of what is chosen and what belongs around it."""
    words = next((item.words for value, item in choice.options if value == choice.chosen), "")
    size = painter.type_size(15)
    return painter.text_width(words, Face.STRONG, size) + painter.px(_SIDES_UNITS)
