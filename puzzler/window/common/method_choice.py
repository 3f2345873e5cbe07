"""Menus for the algorithm, the heuristic and the other parameters of a method."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

from puzzler.game.lab.lab import LAB_DEFAULT
from puzzler.humanize import sentence
from puzzler.search.method import BLIND, Method
from puzzler.search.parameters import PARAMETERS
from puzzler.search.registry import ALGORITHMS, DEFAULT_HEURISTIC, HEURISTICS, TAUGHT_HEURISTICS
from puzzler.window.toolkit.choices import Dropdown, Option
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.layout import Fit, Row
from puzzler.window.toolkit.list import Item

_FEW = 4

_MORE = {
    "heuristic": Item("More...", detail=f"All {len(HEURISTICS)} heuristics"),
    "order": Item("Custom..."),
}
"""The menu item that shows all values of a parameter."""
YOUR_OWN = Item("Your own...", detail="A heuristic or a search algorithm in a Python file")

OnChoose = Callable[[Method], object]
OnOwn = Callable[[], object]
"""Lets the user choose a heuristic or a search algorithm in a Python file."""


def method_row(method: Method, on_choose: OnChoose, on_own: OnOwn) -> Element:
    """Return the menus in a row, with shorter labels if there is little space."""
    rows = [
        Row(*method_choices(method, on_choose, on_own, key="method", is_brief=is_brief), gap=6)
        for is_brief in (False, True)
    ]
    return Fit(*rows)


def method_choices(
    method: Method, on_choose: OnChoose, on_own: OnOwn, *, key: Hashable, is_brief: bool = False
) -> list[Dropdown[Any]]:
    """Return a menu for each parameter that the algorithm uses. Each option is a whole method.

    The keys of the menus are (key, parameter name). ``on_own`` is called for YOUR_OWN.
    """
    algorithm = ALGORITHMS[method.algorithm]

    def choice(part: str, options: Sequence[Option[Any]], tip: str) -> Dropdown[Any]:
        name = part.replace(" ", "_")

        def choose(value: Any) -> None:
            on_choose(changed_method(method, **{name: value}))

        chosen, more = getattr(method, name), _MORE.get(part)
        also = (YOUR_OWN, on_own) if part in ("algorithm", "heuristic") else None
        return Dropdown(options, chosen, choose, snug=True, tip=Tip(tip), key=(key, part),
                        accessible_name=part.capitalize(),
                        few=_FEW, more=more, also=also)  # fmt: skip

    summary = sentence(algorithm.summary)
    names = dict.fromkeys((*ALGORITHMS, method.algorithm))
    algorithms = [
        Option(a.name, a.title, detail=sentence(a.summary))
        for a in map(ALGORITHMS.__getitem__, names)
    ]
    choices = [
        choice("algorithm", algorithms, f"{algorithm.title}: {algorithm.summary}" if is_brief
               else summary)
    ]  # fmt: skip
    if algorithm.uses("heuristic"):
        entry = HEURISTICS[method.heuristic]
        tip = f"{sentence(entry.title)}: {entry.summary}"
        choices.append(choice("heuristic", heuristic_options(method.heuristic), tip))
    for row in PARAMETERS:
        has_menu = algorithm.uses(row.name) and row.has_menu(method)
        if row.menu is None or not has_menu:
            continue
        present = getattr(method, row.name)
        options = [Option(value, row.text(value, is_brief=is_brief)) for value in row.menu(present)]
        tip = f"{row.text(present)}. {row.meaning}" if is_brief else row.meaning
        choices.append(choice(row.title, options, tip))
    return choices


def heuristic_options(present: str) -> list[Option[str]]:
    """Return an option for every heuristic and for ``present``, in the order of teaching."""
    names = dict.fromkeys((*TAUGHT_HEURISTICS, *HEURISTICS, present))
    return [
        Option(name, sentence(HEURISTICS[name].title), detail=sentence(HEURISTICS[name].summary))
        for name in names
    ]


def listed_algorithms() -> list[str]:
    """Return the algorithms of a menu that has "Shortest" as the fastest method with a proof.

    Without the algorithm "shortest", because "Shortest" chooses it on the boards that need it.
    """
    return [name for name in ALGORITHMS if name != "shortest"]


def method_item(words: str, method: Method, warning: str) -> Item:
    """Return a menu item with a summary of the algorithm, or with the warning up to its colon.

    The whole warning is shown next to the button once the method is chosen.
    """
    if warning:
        return Item(words, icon="warning", detail=warning.partition(":")[0])
    return Item(words, detail=sentence(ALGORITHMS[method.algorithm].summary))


def changed_method(method: Method, **changes: Any) -> Method:
    """Return a copy with changed parameters.

    A new algorithm brings its default heuristic, unless the user has chosen another heuristic.
    """
    algorithm = changes.get("algorithm", method.algorithm)
    if algorithm != method.algorithm and "heuristic" not in changes:
        # when methods are compared, those without a learned heuristic use ``LAB_DEFAULT``
        before, after = (ALGORITHMS[name].heuristic for name in (method.algorithm, algorithm))
        taught = {DEFAULT_HEURISTIC: LAB_DEFAULT[1]}
        if method.heuristic in (taught.get(before), before, BLIND):
            changes["heuristic"] = taught.get(after, after)
    return replace(method, is_chosen=True, **changes)
