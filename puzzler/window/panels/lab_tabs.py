"""The tabs of the Lab: one row a tab, and the panel that shows the strip and the chosen one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pygame import Rect
from pygame.event import Event

from puzzler.window.layout import Grow, Size, column, inset
from puzzler.window.panels.lab_frontier import LabFrontier
from puzzler.window.panels.lab_map import LabMap
from puzzler.window.panels.lab_plots import LabPlots
from puzzler.window.panels.lab_tree import LabTree
from puzzler.window.panels.panel import HandlesEvents, HasTips, MakePanel, Panel, Waits, drawn
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.card import card
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.tabs import Tabs
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import LENS, LESSON, Window

_STRIP_UNITS = 40
_GAP_UNITS = 8
_MARGIN = 16, 12
_TIGHT_MARGIN = 8, 6
"""Where the window is compact."""


@dataclass(frozen=True)
class LabTab:
    """One row."""

    name: str
    title: str
    """On the strip."""
    make: MakePanel
    tip: str
    """What it shows, in one line."""


LAB_TABS: tuple[LabTab, ...] = (
    LabTab("frontier", "Frontier", LabFrontier, "What is taken next, and why in that order"),
    LabTab(
        "tree", "Tree", LabTree, "What was reached from what, and the path to the present state"
    ),
    LabTab("plots", "Plots", LabPlots, "Figures of the search against its expansions"),
    LabTab("map", "Map", LabMap, "All states of a small board by their distance from the goal"),
)
"""From left to right."""


_LENS_TAB = LENS, "Lens", "What is expanded, why it was chosen, and what came of it"
_LESSON_TAB = LESSON, "Lesson", "What the lesson says"


class LabTabs:
    """A panel that holds the panels of the tabs; only the chosen one follows and is drawn."""

    name = "lab tabs"
    is_shown = True

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._panels: dict[str, Panel] = {}  # by the names of their tabs, made when first chosen
        self._area = Rect(0, 0, 0, 0)
        self._followed: object = None
        self.body = Rect(0, 0, 0, 0)
        """What is left below the strip."""
        self.strip: Tabs[str] = Tabs("lab tab", [], self.choose)
        self._follow_strip()

    @property
    def tab(self) -> LabTab:
        """The chosen one; the first where that is none of them."""
        chosen = self._desk.lab_tab
        return next((tab for tab in LAB_TABS if tab.name == chosen), LAB_TABS[0])

    @property
    def panel(self) -> Panel | None:
        """What the chosen tab shows; None where the room does: the lens, a lesson's text."""
        if self._desk.is_lens_shown or self._desk.is_lesson_shown:
            return None
        tab = self.tab
        if tab.name not in self._panels:
            self._panels[tab.name] = tab.make(self._desk)
        return self._panels[tab.name]

    def choose(self, name: str) -> None:
        """Show the tab of that name."""
        self._desk.lab_tab = name
        self.follow()

    def segment(self, name: str) -> Rect:
        """Where on the strip a tab stands; nowhere where there is none of that name."""
        names = [option for option, _ in self.strip.options]
        at = names.index(name) if name in names else -1
        return self.strip.segments()[at] if at >= 0 else Rect(0, 0, 0, 0)

    def height(self, painter: Painter, width: int) -> int:
        """The strip, and what the panel asks for."""
        across, down = self._margin(painter)
        panel = self.panel
        inner = 0 if panel is None else panel.height(painter, width - 2 * across) + 2 * down
        return painter.target(_STRIP_UNITS) + painter.px(_GAP_UNITS) + inner

    def place(self, painter: Painter, area: Rect) -> None:
        """The strip at the top, the chosen panel on a card below it."""
        self._area = area
        heights: list[Size] = [painter.target(_STRIP_UNITS), Grow()]
        self.strip.rect, self.body = column(area, heights, painter.px(_GAP_UNITS))
        self._place_panel()

    def follow(self) -> None:
        """The chosen panel; another one is laid out first."""
        self._follow_strip()
        panel = self.panel
        if panel is None:
            return
        panel.follow()
        if panel is not self._followed and self._area.width:
            self._place_panel()
            panel.follow()

    @property
    def controls(self) -> list[Control]:
        """The strip, and those of the chosen panel."""
        panel = self.panel
        return [self.strip, *(() if panel is None else panel.controls)]

    def tip(self, name: str) -> Tip | None:
        """What the tab under the pointer shows; else what the panel says."""
        if name == self.strip.name:
            index = self.strip.segment_at(self._desk.controls.touch(self.strip).at)
            tips = {name: told for name, _, told in (_LESSON_TAB, _LENS_TAB)}
            tips |= {tab.name: tab.tip for tab in LAB_TABS}
            shown = self.strip.options[index][0] if index >= 0 else self.strip.chosen
            return Tip(tips[shown]) if shown is not None else None
        panel = self.panel
        if panel is None or not isinstance(panel, HasTips):
            return None
        return panel.tip(name)

    def handle(self, event: Event) -> bool:
        """What the chosen panel does with it."""
        panel = self.panel
        return panel is not None and isinstance(panel, HandlesEvents) and panel.handle(event)

    def seconds_to_change(self) -> float | None:
        """When the chosen panel changes by itself."""
        panel = self.panel
        if panel is None or not isinstance(panel, Waits):
            return None
        return panel.seconds_to_change()

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The strip, and the chosen panel on its card."""
        yield from drawn(self._desk, painter, [self.strip])
        panel = self.panel
        if panel is None:
            return
        yield card(painter, f"card {self.name}", self.body)
        for part in panel.parts(painter):
            yield Part((panel.name, part.key), part.bounds, part.look, part.draw)

    def _follow_strip(self) -> None:
        """In a compact window the lens is one of the tabs, and the text of a lesson."""
        desk = self._desk
        tabs = [(tab.name, tab.title) for tab in LAB_TABS]
        lens = [_LENS_TAB[:2]] if desk.is_compact else []
        lesson = [_LESSON_TAB[:2]] if desk.is_compact and desk.session.lessons.is_open else []
        self.strip.options = [*lesson, *lens, *tabs]
        desk.lab_tabs = [name for name, _ in self.strip.options]
        is_rooms = desk.is_lens_shown or desk.is_lesson_shown
        self.strip.chosen = desk.lab_tab if is_rooms else self.tab.name

    def _place_panel(self) -> None:
        panel, painter = self.panel, self._desk.painter
        self._followed = panel
        if panel is not None:
            panel.place(painter, inset(self.body, *self._margin(painter)))

    def _margin(self, painter: Painter) -> tuple[int, int]:
        across, down = _TIGHT_MARGIN if self._desk.is_compact else _MARGIN
        return painter.px(across), painter.px(down)
