"""The tabs of the Lab: one row a tab, and the card that shows the chosen one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzler.game.lab.inspecting import LabState
from puzzler.search.inspection.values import Glimpse
from puzzler.window.lab.frontier import frontier
from puzzler.window.lab.map import follow_map, map_panel
from puzzler.window.lab.plots import plots
from puzzler.window.lab.tree import follow_tree, tree
from puzzler.window.toolkit.controls import Option, Tabs
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.layout import Card, Space
from puzzler.window.window import LENS, LESSON, Window

_FRAME_SECONDS = 0.09
"""While the search runs boards change at most this often: faster cannot be read."""


@dataclass(frozen=True)
class LabTab:
    """One row."""

    name: str
    title: str
    tip: str
    build: Callable[[Window, LabState, Glimpse], Element]
    follow: Callable[[Window, LabState], bool] | None = None
    """Brings what is drawn over several frames forward; True while there is more to do."""
    ranks: bool = False
    """The search is to record the numbers of states."""
    tree: bool = False
    """The search is to record its tree."""


LAB_TABS: tuple[LabTab, ...] = (
    LabTab("frontier", "Frontier", "What is taken next, and why in that order", frontier),
    LabTab("tree", "Tree", "What was reached from what, and the path to the present state",
           lambda window, lab, _: tree(window, lab), follow_tree, tree=True),
    LabTab("plots", "Plots", "Figures of the search against its expansions",
           lambda window, lab, _: plots(window, lab)),
    LabTab("map", "Map", "All states of a small board by their distance from the goal",
           lambda window, lab, _: map_panel(window, lab), follow_map, ranks=True),
)  # fmt: skip
"""From left to right."""
_LENS_TAB = Option(LENS, "Lens", Tip("What is expanded, why it was chosen, and what came of it"))
_LESSON_TAB = Option(LESSON, "Lesson", Tip("What the lesson says"))


class _Shown:
    """The moment that the chosen tab shows; while the search runs it lags behind the board."""

    glimpse: Glimpse | None = None
    since = 0.0


def tab_options(window: Window) -> list[Option[str]]:
    """In a compact window the state being expanded is a tab, too, and the text of a lesson."""
    tabs: list[Option[str]] = [Option(tab.name, tab.title, Tip(tab.tip)) for tab in LAB_TABS]
    if window.is_compact:
        is_lesson = window.session.lessons.state().is_open
        tabs = [*([_LESSON_TAB] if is_lesson else []), _LENS_TAB, *tabs]
    return tabs


def chosen_tab(window: Window) -> str:
    """The name of the tab that is shown."""
    names = [option.value for option in tab_options(window)]
    return window.lab_tab if window.lab_tab in names else LAB_TABS[0].name


def tab_strip(window: Window) -> Tabs[str]:
    """What a tab is chosen with."""
    options = tab_options(window)

    def choose(name: str) -> None:
        window.lab_tab = name
        window.ui.rebuild()

    return Tabs(options, chosen_tab(window), choose, key="lab tab")


def tab_card(window: Window, lab: LabState) -> Element:
    """What the chosen tab shows; nothing where that is not one of ``LAB_TABS``."""
    chosen = chosen_tab(window)
    tab = next((tab for tab in LAB_TABS if tab.name == chosen), None)
    if tab is None:
        return Space(grow=1)
    window.session.lab.current.record(ranks=tab.ranks, tree=tab.tree)
    glimpse = _glimpse(window, lab)
    if tab.follow is not None and tab.follow(window, lab):
        window.ui.wake_in(0.001)
    inner = Space() if glimpse is None else tab.build(window, lab, glimpse)
    inner.grow = 1
    return Card(inner, pad=(8, 6) if window.is_compact else (16, 12), grow=1)


def _glimpse(window: Window, lab: LabState) -> Glimpse | None:
    """The moment to show: in a frame in which the board changes the tab does not, if it can."""
    shown = window.ui.state("lab tab", _Shown)
    if shown.glimpse is lab.glimpse:
        return shown.glimpse
    is_due = window.now - shown.since >= _FRAME_SECONDS
    if is_due or not lab.is_running or shown.glimpse is None:
        shown.glimpse, shown.since = lab.glimpse, window.now
    return shown.glimpse
