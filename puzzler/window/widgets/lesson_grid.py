"""The lessons as cards, in as many columns as find room: number, title, one line, progress."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from puzzler.game.lessons.lessons import Entry
from puzzler.humanize import counted, sentence
from puzzler.window.layout import Grow, column, inset, middle, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import RING_UNITS, Point, Touch
from puzzler.window.widgets.scroll import THUMB_UNITS, Scroll

_LEAST_UNITS = 330
_MOST_COLUMNS = 3
_ROW_UNITS = 94
_MOST_ROW_UNITS = 98
_GAP_UNITS = 10
_MARGIN = 14, 8
_NUMBER_UNITS = 34
_TITLE_UNITS, _LINE_UNITS, _NOTE_UNITS = 16.5, 14, 13
_MOST_TITLE = 2
_LEADING = 1.27


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

    def cut_at(self, at: Point | None) -> int:
        """The one at a point, where its line is cut short; -1 where none is."""
        number = self._at(at)
        if number < 0:
            return -1
        painter, card = self._painter(), self._places()[number]
        inner = inset(card, *map(painter.px, _MARGIN))
        width = inner.width - painter.px(_NUMBER_UNITS) - painter.px(_GAP_UNITS + 2)
        told = _told(painter, self.entries[number], Rect(0, 0, width, inner.height))
        return number if told.is_cut else -1

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
        """The fewest in which all are in sight at once; else as many as find room."""
        painter, count = self._painter(), max(1, len(self.entries))
        most = max(1, min(self.rect.width // painter.px(_LEAST_UNITS), _MOST_COLUMNS))
        high = painter.target(_ROW_UNITS) + painter.px(_GAP_UNITS)
        fitting = (n for n in range(1, most) if -(-count // n) * high <= self.rect.height)
        return next(fitting, most)

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
        left, words = row(inner, [painter.px(_NUMBER_UNITS), Grow()], painter.px(_GAP_UNITS + 2))
        self._draw_number(surface, painter, number, left)
        told = _told(painter, entry, words)
        lines = [(line, Face.STRONG, _TITLE_UNITS, theme.text) for line in told.title]
        lines += [(line, Face.BODY, _LINE_UNITS, theme.text_muted) for line in told.said]
        heights = [round(painter.type_size(units) * _LEADING) for _, _, units, _ in lines]
        block = middle(words, words.width, sum(heights))
        places = column(block, list(heights), 0)
        for (line, face, units, color), at in zip(lines, places, strict=True):
            painter.write(surface, line, face, painter.type_size(units), color, at)
        size, note = painter.type_size(_NOTE_UNITS), _note(entry)
        painter.write(surface, note, Face.BODY, size, theme.text_muted, places[0], align=1.0)
        self._draw_progress(surface, painter, entry, place)

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

    def _draw_progress(self, surface: Surface, painter: Painter, entry: Entry, card: Rect) -> None:
        """A line along the foot of the card."""
        if not entry.is_begun:
            return
        theme, count = painter.theme, len(entry.lesson.steps)
        thick = max(3, painter.px(4))
        track = inset(card, painter.px(_MARGIN[0]), 0)
        track = Rect(track.left, card.bottom - thick - painter.px(3), track.width, thick)
        painter.box(surface, track, thick, mix(theme.well, theme.track, 0.45))
        done = Rect(track.left, track.top, track.width * entry.seen // count, thick)
        painter.box(surface, done, thick, theme.good if entry.is_done else theme.accent)


def _note(entry: Entry) -> str:
    """How far it was gone through, and how the questions went."""
    count = len(entry.lesson.steps)
    if not entry.is_begun:
        return counted(count, "step")
    if not entry.is_done:
        return f"{entry.seen} of {count}"
    return f"{entry.right} of {entry.asks} right" if entry.asks else "Done"


@dataclass(frozen=True)
class _Told:
    """What a card says, line by line."""

    title: list[str]
    said: list[str]
    is_cut: bool
    """There is more than has room."""


def _told(painter: Painter, entry: Entry, place: Rect) -> _Told:
    """The title beside the note, and in what is left its one line, broken."""
    note = painter.text_width(_note(entry), Face.BODY, painter.type_size(_NOTE_UNITS))
    width = place.width - note - painter.px(10)
    big, small = painter.type_size(_TITLE_UNITS), painter.type_size(_LINE_UNITS)
    title = painter.wrapped(entry.lesson.title, Face.STRONG, big, max(1, width))
    said = painter.wrapped(sentence(entry.lesson.summary), Face.BODY, small, place.width)
    lines = len(title) + len(said)
    if len(title) > _MOST_TITLE:
        title = [title[0], painter.fitted(" ".join(title[1:]), Face.STRONG, big, width)]
    rest = place.height - len(title) * round(big * _LEADING)
    most = max(1, rest // round(small * _LEADING))
    if len(said) > most:
        last = painter.fitted(" ".join(said[most - 1 :]), Face.BODY, small, place.width)
        said = [*said[: most - 1], last]
    return _Told(title, said, len(title) + len(said) < lines)
