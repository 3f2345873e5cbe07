"""The lessons as cards, in as many columns as find room: number, title, one line, progress."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import pygame
from pygame import Rect, Surface

from puzzler.game.course import Entry
from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.paint import Face, Painter
from puzzler.window.theme import mix
from puzzler.window.widgets.control import RING_UNITS, Point, Touch
from puzzler.window.widgets.scroll import THUMB_UNITS, Scroll
from puzzler.words import counted

_LEAST_UNITS = 360
_ROW_UNITS = 76
_MOST_ROW_UNITS = 96
_GAP_UNITS = 10
_MARGIN = 14, 10
_NUMBER_UNITS = 34
_NOTE_UNITS = 96


class LessonGrid:
    """Calls ``on_choose`` with a number: by a press, or Enter on what the arrows have marked."""

    def __init__(
        self, name: str, on_choose: Callable[[int], None], *, painter: Callable[[], Painter]
    ) -> None:
        self.name = name
        self.on_choose = on_choose
        self.entries: Sequence[Entry] = ()
        self.marked = 0
        """What Enter begins."""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._painter = painter
        self._scroll = Scroll()
        self._pressed = -1

    def mark(self, number: int) -> None:
        """Mark one, and scroll until it is in sight."""
        self.marked = max(0, min(number, len(self.entries) - 1))
        places = self._places()
        if places:
            place = places[self.marked].move(0, self._scroll.offset - self.rect.top)
            self._scroll.reveal(place.top, place.bottom)

    def place_of(self, number: int) -> Rect:
        """Where one stands."""
        return self._places()[number]

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        told = tuple((e.lesson.name, e.lesson.title, e.seen, e.right) for e in self.entries)
        self._places()
        return told, self.marked, self._at(touch.at), touch.is_pressed, self._scroll.offset

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        over = self._at(touch.at)
        clip = surface.get_clip()
        reach = painter.px(RING_UNITS)
        surface.set_clip(clip.clip(self.rect.inflate(2 * reach, 2 * reach)))
        for number, place in enumerate(self._places()):
            if place.colliderect(self.rect):
                self._draw(surface, painter, number, place, is_over=number == over)
        self._scroll.draw(surface, painter)
        surface.set_clip(clip)

    def press(self, at: Point) -> None:
        """Remember which; it is chosen on release."""
        self._pressed = -1 if self._scroll.press(at, self._painter()) else self._at(at)

    def drag(self, at: Point) -> None:
        """Follow the thumb."""
        self._scroll.drag(at, self._painter())

    def release(self, at: Point) -> None:
        """Choose, where the pointer is still on the same one."""
        if not self._scroll.release() and self._at(at) == self._pressed >= 0:
            self.marked = self._pressed
            self.on_choose(self._pressed)
        self._pressed = -1

    def wheel(self, lines: int) -> bool:
        """Scroll."""
        self._scroll.by(lines * self._painter().px(48))
        return self._scroll.can_scroll

    def key(self, key: int, mod: int = 0) -> bool:
        """Arrows mark, Enter and Space begin."""
        count, down = len(self.entries), -(-len(self.entries) // self._columns())
        steps = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_LEFT: -down,
            pygame.K_RIGHT: down,
            pygame.K_HOME: -count,
            pygame.K_END: count,
            pygame.K_PAGEUP: -5,
            pygame.K_PAGEDOWN: 5,
        }
        if not count:
            return False
        if key in steps:
            sideways = key in (pygame.K_LEFT, pygame.K_RIGHT)
            if not sideways or 0 <= self.marked + steps[key] < count:
                self.mark(self.marked + steps[key])
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.on_choose(self.marked)
        else:
            return False
        return True

    # ---- Within ------------------------------------------------------------------------------

    def _columns(self) -> int:
        painter = self._painter()
        most = max(1, self.rect.width // painter.px(_LEAST_UNITS))
        return min(most, 2, max(1, len(self.entries)))

    def _places(self) -> list[Rect]:
        """Column by column, so that their order is read downwards."""
        painter, count = self._painter(), len(self.entries)
        if not count or not self.rect.width:
            return []
        gap, columns = painter.px(_GAP_UNITS), self._columns()
        down = -(-count // columns)
        least, most = painter.target(_ROW_UNITS), painter.px(_MOST_ROW_UNITS)
        height = max(least, min(most, (self.rect.height - (down - 1) * gap) // down))
        content = down * (height + gap) - gap
        self._scroll.fit(self.rect, content)
        width = self.rect.width - (painter.px(THUMB_UNITS + 6) if self._scroll.can_scroll else 0)
        places = []
        for at in row(Rect(self.rect.left, self.rect.top, width, height), [Grow()] * columns, gap):
            for number in range(down):
                top = at.top + number * (height + gap) - self._scroll.offset
                places.append(Rect(at.left, top, at.width, height))
        return places[:count]

    def _at(self, at: Point | None) -> int:
        if at is None or not self.rect.collidepoint(at):
            return -1
        return next((i for i, place in enumerate(self._places()) if place.collidepoint(at)), -1)

    def _draw(
        self, surface: Surface, painter: Painter, number: int, place: Rect, *, is_over: bool
    ) -> None:
        theme, entry, radius = painter.theme, self.entries[number], painter.px(14)
        ground = mix(theme.panel, theme.control, 0.55) if is_over else theme.panel
        painter.box(surface, place, radius, ground, theme.panel_edge)
        if number == self.marked:
            painter.ring(surface, place, radius, theme.accent, max(2, painter.px(2)))
        inner = inset(place, *map(painter.px, _MARGIN))
        sizes = [painter.px(_NUMBER_UNITS), Grow(), painter.type_size(_NOTE_UNITS)]
        left, words, note = row(inner, sizes, painter.px(12))
        self._draw_number(surface, painter, number, left)
        title, line = column(words, [Grow(), Grow()], 0)
        big, small = painter.type_size(17), painter.type_size(14)
        name = painter.fitted(entry.lesson.title, Face.STRONG, big, title.width)
        painter.write(surface, name, Face.STRONG, big, theme.text, title)
        said = painter.fitted(entry.lesson.summary, Face.BODY, small, line.width)
        painter.write(surface, said, Face.BODY, small, theme.text_muted, line)
        self._draw_progress(surface, painter, entry, note)

    def _draw_number(self, surface: Surface, painter: Painter, number: int, place: Rect) -> None:
        """Its place in the list; a tick once it is done."""
        theme, entry = painter.theme, self.entries[number]
        side = min(place.width, place.height)
        disk = Rect(0, 0, side, side)
        disk.center = place.center
        painter.box(surface, disk, side // 2, theme.well, theme.panel_edge)
        if entry.is_done:
            mark = painter.icon("check", side * 6 // 10, theme.good)
            surface.blit(mark, mark.get_rect(center=disk.center))
            return
        size = painter.type_size(15)
        painter.write(surface, f"{number + 1}", Face.FIGURES, size, theme.text, disk, align=0.5)

    def _draw_progress(self, surface: Surface, painter: Painter, entry: Entry, at: Rect) -> None:
        theme, count = painter.theme, len(entry.lesson.steps)
        upper, lower = column(at, [Grow(), Grow()], 0)
        words = f"{entry.seen} of {count}" if entry.is_begun else counted(count, "step")
        if entry.is_done:
            words = "Done" if not entry.asks else f"{entry.right} of {entry.asks} right"
        size = painter.type_size(13)
        painter.write(surface, words, Face.BODY, size, theme.text_muted, upper, align=1.0)
        if entry.is_begun:
            track = Rect(lower.left, 0, lower.width, max(4, painter.px(5)))
            track.centery = lower.centery
            painter.box(surface, track, track.height, mix(theme.well, theme.track, 0.45))
            done = Rect(track.left, track.top, track.width * entry.seen // count, track.height)
            color = theme.good if entry.is_done else theme.accent
            painter.box(surface, done, track.height, color)
