"""Controls that select one of several options."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, pairwise
from typing import Generic, TypeVar, Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import Control, ControlOptions
from puzzler.window.toolkit.controls import _ground
from puzzler.window.toolkit.element import Access, Action, Point, Range, Tip, Touch
from puzzler.window.toolkit.list import Item, open_menu
from puzzler.window.toolkit.paint import SMALLEST_TARGET, Face, Painter
from puzzler.window.toolkit.theme import mix

Value = TypeVar("Value", bound=Hashable)
Value_co = TypeVar("Value_co", bound=Hashable, covariant=True)

_SPARE_LETTERS = 5
_STEP_MARKS = {
    -1: "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
    1: "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
}


@dataclass(frozen=True, slots=True)
class Option(Generic[Value_co]):
    """One of several values to choose from."""

    value: Value_co
    text: str
    tip: Tip | None = None
    icon: str = ""
    detail: str = ""
    """Muted text on a second line of the list. Either all options have a detail or none."""


class ChoiceOptions(ControlOptions, total=False):
    """Options of all choices of one value."""

    size: float
    """Size of the letters, in units."""
    snug: bool
    """Whether a dropdown is as wide as the chosen option instead of the widest option."""
    label: str | None
    """The label of a dropdown or stepper; by default the chosen option."""
    few: int
    """The menu lists this many options, the chosen option and ``more``; 0 for all options."""
    more: Item | None
    """The item below the first ``few`` options that opens a menu of all options."""
    also: tuple[Item, Callable[[], object]] | None
    """An additional last item of the menu, and the function that this item calls."""


class _Choice(Control, Generic[Value]):
    """Base class of choices of one value."""

    high_units = 40
    back_key, ahead_key = pygame.K_LEFT, pygame.K_RIGHT
    """The keys for the previous and the next option."""
    wraps = False
    """Whether the first option follows the last option."""
    size: float = 15
    snug = False
    label = ""
    few = 0
    more: Item | None = None
    also: tuple[Item, Callable[[], object]] | None = None

    def __init__(
        self,
        options_: Sequence[Option[Value]],
        chosen: Value | None,
        on_choose: Callable[[Value], object],
        **options: Unpack[ChoiceOptions],
    ) -> None:
        """``chosen`` need not be an option. Choosing the current value also calls ``on_choose``."""
        self.set_options(options)
        self.options, self.chosen, self.on_choose = options_, chosen, on_choose
        self.index = next((i for i, o in enumerate(options_) if o.value == chosen), -1)
        """The index of the chosen option; -1 for none."""
        self.label = self.label or (options_[self.index].text if self.index >= 0 else "")

    role = "COMBO_BOX"

    def spoken_actions(self, ui: Context) -> dict[str, Action]:
        steps = {"INCREMENT": lambda _: self.step(1), "DECREMENT": lambda _: self.step(-1)}
        return super().spoken_actions(ui) | steps

    def access(self, ui: Context) -> Access:
        return replace(super().access(ui), value=self.label)

    def choose(self, index: int) -> None:
        """Choose the option at ``index``, clamped to the valid range."""
        self.on_choose(self.options[max(0, min(len(self.options) - 1, index))].value)

    def step(self, count: int) -> None:
        """Choose the option ``count`` positions after the current one."""
        self.choose((self.index + count) % len(self.options) if self.wraps else self.index + count)

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        if key not in (self.back_key, self.ahead_key):
            return super().key_down(ui, key, mod)
        self.step(1 if key == self.ahead_key else -1)
        return True

    def activate(self, ui: Context) -> None:
        """Open the menu of options."""
        places, few = [*range(len(self.options))], self.few
        if self.more is None or few >= len(places):
            self._open_menu(ui, places)
        else:
            self._open_menu(ui, sorted({*places[:few], max(0, self.index)}), self.more)

    def _open_menu(self, ui: Context, places: Sequence[int], more: Item | None = None) -> None:
        """Open a menu of the options at these indexes; ``more`` opens a menu of all options."""
        options = [self.options[place] for place in places]
        items = [Item(o.text, icon=o.icon, detail=o.detail) for o in options]
        rest: list[tuple[Item, Callable[[], object]]] = [self.also] if self.also else []
        if more:
            rest.insert(0, (more, lambda: self._open_menu(ui, range(len(self.options)))))

        def choose(at: int) -> None:
            if at < len(places):
                self.choose(places[at])
            else:
                rest[at - len(places)][1]()

        current = places.index(self.index) if self.index in places else -1
        every = [*items, *(item for item, _ in rest)]
        open_menu(ui, self.rect, every, current, choose, name=self.spoken_name)

    def widest(self, painter: Painter) -> int:
        size = painter.type_size(self.size)
        return max(painter.text_width(o.text, Face.STRONG, size) for o in self.options)


class Segments(_Choice[Value]):
    """Radio buttons: a few options next to each other. Also the base class of tabs."""

    is_tabs = False
    role, option_role = "RADIO_GROUP", "RADIO_BUTTON"

    def spoken_actions(self, ui: Context) -> dict[str, Action]:
        return {}

    def access(self, ui: Context) -> Access:
        access = super().access(ui)
        choices = tuple(
            Access(
                role=self.option_role,
                name=option.text
                if any(map(str.isalnum, option.text)) or not option.tip
                else option.tip.text,
                note="" if option.tip is None else option.tip.text,
                key=(self.key, index),
                rect=rect,
                is_enabled=self.is_enabled,
                is_selected=index == self.index,
                has_focus=access.has_focus and index == max(0, self.index),
                actions={"CLICK": partial(self._click, index)} if self.is_enabled else {},
            )
            for index, (option, rect) in enumerate(zip(self.options, self.segments(), strict=True))
        )
        return replace(access, value="", children=choices, has_focus=False)

    def _click(self, index: int, _: str) -> None:
        self.choose(index)

    def measure_width(self, ui: Context) -> Range:
        painter, count = ui.painter, len(self.options)
        widest = self.widest(painter)
        minimum, preferred = (
            count * max(painter.target(side), widest + 2 * painter.px(margin))
            for side, margin in ((32, 6), (40, 13))
        )
        return Range(minimum, preferred)

    def segments(self) -> list[Rect]:
        """The rectangles of the options."""
        # longer labels get more room, but no segment is much wider than the others
        offsets = [0, *accumulate(len(option.text) + _SPARE_LETTERS for option in self.options)]
        rect = self.rect
        edges = [rect.left + round(rect.width * offset / offsets[-1]) for offset in offsets]
        return [Rect(a, rect.top, b - a, rect.height) for a, b in pairwise(edges)]

    def segment_at(self, at: Point | None) -> int:
        """The index of the segment at a point; -1 for none."""
        return -1 if at is None else Rect(at, (1, 1)).collidelist(self.segments())

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        index = self.segment_at(at) if at is not None else self.index
        return self.options[index].tip or self.tip if index >= 0 else self.tip

    def press(self, ui: Context, at: Point) -> None:
        ui.grip = self.segment_at(at)

    def release(self, ui: Context, at: Point) -> None:
        index = self.segment_at(at)
        if index >= 0 and index == ui.grip:
            self.choose(index)

    def activate(self, ui: Context) -> None:
        """Call ``on_choose`` with the current option."""
        self.step(0)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        texts = tuple(option.text for option in self.options)
        over = self.segment_at(touch.at)
        return texts, self.index, self.is_enabled, over, touch.is_held

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme = ui.painter, ui.painter.theme
        if self.is_tabs:
            line = painter.px(1)
            edge = Rect(self.rect.left, self.rect.bottom - line, self.rect.width, line)
            surface.fill(theme.panel_edge, edge)
        else:
            painter.box(surface, self.rect, painter.px(10), theme.well, theme.panel_edge)
        over, size = self.segment_at(touch.at), painter.type_size(self.size)
        for index, (option, rect) in enumerate(zip(self.options, self.segments(), strict=True)):
            is_chosen, is_over = index == self.index, index == over
            margin, fill = max(2, painter.px(3)), theme.control
            inner, radius = rect.inflate(-2 * margin, -2 * margin), painter.px(10) - margin
            if not self.is_tabs and is_chosen:
                fill = theme.control_hover if is_over else theme.control
                painter.box(surface, inner, radius, fill, mix(fill, theme.text, 0.12))
            elif not self.is_tabs and is_over:
                lit = mix(theme.well, theme.control, 0.6)
                fill = theme.control_pressed if touch.is_held else lit
                painter.box(surface, inner, radius, fill)
            color = theme.text if is_chosen or is_over else theme.text_muted
            if not self.is_enabled:
                color = theme.text_disabled
            painter.write(surface, option.text, Face.STRONG, size, color, rect, align=0.5)
            if is_chosen:
                mark = Rect(0, 0, painter.px(16), max(2, painter.px(2)))
                mark.midbottom = rect.centerx, rect.bottom - 2 * margin
                if self.is_tabs:
                    mark = Rect(rect.left, rect.bottom - painter.px(3), rect.width, painter.px(3))
                painter.box(surface, mark, mark.height // 2, theme.accent)


class Tabs(Segments[Value]):
    """Tabs: labels on a line, with a thick line below the chosen tab."""

    is_tabs = True
    role, option_role = "TAB_LIST", "TAB"


class Dropdown(_Choice[Value]):
    """A button that opens a list of options; Up and Down choose without opening the list."""

    back_key, ahead_key = pygame.K_UP, pygame.K_DOWN

    def measure_width(self, ui: Context) -> Range:
        painter, size = ui.painter, ui.painter.type_size(self.size)
        own = painter.text_width(self.label, Face.STRONG, size)
        preferred = (own if self.snug else self.widest(painter)) + painter.px(16 + 8 + 2 * 14)
        return Range(min(preferred, painter.px(64)), preferred)

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        size, room = ui.painter.type_size(self.size), self.rect.width - 2 * ui.painter.px(7)
        is_cut = ui.painter.text_width(self.label, Face.STRONG, size) > room
        return self.tip or (Tip(self.label) if is_cut else None)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return self.label, self.is_enabled, touch.is_over, touch.is_held

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme = ui.painter, ui.painter.theme
        fill = _ground(theme, touch, is_enabled=self.is_enabled)
        painter.box(surface, self.rect, painter.px(10), fill, mix(fill, theme.text, 0.10))
        color = theme.text if self.is_enabled else theme.text_disabled
        size, pixels, label = painter.type_size(self.size), painter.px(16), self.label
        arrow, margin = pixels + painter.px(8), painter.px(14)
        width, room = painter.text_width(label, Face.STRONG, size), self.rect.width - arrow
        if width > room - 2 * margin:
            margin = painter.px(7)
            if width > room - 2 * margin:
                arrow = 0  # the label is more important than the arrow
        inner = self.rect.inflate(-2 * margin, 0)
        if arrow:
            icon = painter.icon("down", pixels, color)
            surface.blit(icon, (inner.right - pixels, inner.centery - pixels // 2))
        inner.width -= arrow
        painter.write(surface, label, Face.STRONG, size, color, inner)


class Stepper(_Choice[Value]):
    """A choice between two arrows; a click between the arrows opens the list of options."""

    size = 14
    wraps = True

    def measure_width(self, ui: Context) -> Range:
        preferred = self.widest(ui.painter) + 2 * ui.painter.px(26)
        return Range(min(preferred, ui.painter.px(90)), preferred)

    def release(self, ui: Context, at: Point) -> None:
        step = self._step_at(at)
        if step and self.hits(at):
            self.step(step)
        else:
            super().release(ui, at)

    def _step_at(self, at: Point) -> int:
        """The step of a click at a point: -1 or 1 on an arrow, 0 between the arrows."""
        arrow = min(max(SMALLEST_TARGET, self.rect.height), self.rect.width // 3)
        if at[0] < self.rect.left + arrow:
            return -1
        return 1 if at[0] >= self.rect.right - arrow else 0

    def look(self, ui: Context, touch: Touch) -> Hashable:
        step = None if touch.at is None else self._step_at(touch.at)
        return self.label, self.is_enabled, step, touch.is_held

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme = ui.painter, ui.painter.theme
        over = None if touch.at is None else self._step_at(touch.at)
        fill = theme.well
        if over is not None:
            fill = theme.control_pressed if touch.is_held else mix(fill, theme.control, 0.6)
        painter.box(surface, self.rect, painter.px(10), fill, theme.panel_edge)
        color = theme.text if self.is_enabled else theme.text_muted
        arrow, size = painter.px(26), painter.type_size(self.size)
        middle = self.rect.inflate(-2 * (arrow if self.is_enabled else painter.px(8)), 0)
        painter.write(surface, self.label, Face.STRONG, size, color, middle, align=0.5)
        for step, mark in _STEP_MARKS.items() if self.is_enabled else ():
            left = self.rect.left if step < 0 else self.rect.right - arrow
            lit = theme.text if over == step else mix(theme.well, theme.text, 0.7)
            place = Rect(left, self.rect.top, arrow, self.rect.height)
            painter.write(surface, mark, Face.STRONG, size, lit, place, align=0.5)
