"""A gallery: pictures side by side, one of them chosen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import pygame
from pygame import Rect, Surface

from puzzler.window.board.pictures import Picture
from puzzler.window.board.skin import rounded_piece
from puzzler.window.layout import inset
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.widgets.control import Point, Touch

_SIDE_UNITS = 116
_WORDS_UNITS = 26


class Gallery:
    """Calls ``on_choose`` with a picture: by click, or with the arrow keys."""

    def __init__(self, name: str, on_choose: Callable[[Picture], None]) -> None:
        self.name = name
        self.on_choose = on_choose
        self.pictures: Sequence[Picture] = ()
        self.chosen: Picture | None = None
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._pressed = -1
        self._columns = 1

    def height(self, painter: Painter, width: int) -> int:
        """What it needs at this width."""
        self._columns = max(1, width // painter.px(_SIDE_UNITS))
        rows = -(-len(self.pictures) // self._columns)
        return rows * (width // self._columns + painter.px(_WORDS_UNITS))

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        names = tuple(picture.file for picture in self.pictures)
        chosen = self.chosen.file if self.chosen else None
        return names, chosen, self._index_at(touch.at), touch.is_pressed

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme, over = painter.theme, self._index_at(touch.at)
        margin, radius = painter.px(6), painter.px(10)
        for index, picture in enumerate(self.pictures):
            place = inset(self._place(index), margin)
            words = Rect(place.left, 0, place.width, painter.px(_WORDS_UNITS))
            words.bottom = place.bottom
            side = place.height - words.height
            image = Rect(0, place.top, min(side, place.width), side)
            image.centerx = place.centerx
            is_chosen = self.chosen is not None and self.chosen.file == picture.file
            thumbnail = _thumbnail(painter, picture, image, radius)
            surface.blit(thumbnail, image)
            if is_chosen or index == over:
                ring = painter.px(3)
                color = theme.accent if is_chosen else theme.track
                frame = image.inflate(2 * ring, 2 * ring)
                painter.ring(surface, frame, radius + ring, color, ring)
            ink = theme.text if is_chosen else theme.text_muted
            size = painter.type_size(13)
            painter.write(surface, picture.name, Face.BODY, size, ink, words, align=0.5)

    def press(self, at: Point) -> None:
        """Remember which; it is chosen on release."""
        self._pressed = self._index_at(at)

    def drag(self, at: Point) -> None:
        """Nothing."""

    def release(self, at: Point) -> None:
        """Choose, where the pointer is still on the same picture."""
        if self._index_at(at) == self._pressed >= 0:
            self.on_choose(self.pictures[self._pressed])

    def key(self, key: int, mod: int = 0) -> bool:
        """The arrow keys choose a neighbour, Enter and Space the first one."""
        steps = {
            pygame.K_LEFT: -1,
            pygame.K_RIGHT: 1,
            pygame.K_UP: -self._columns,
            pygame.K_DOWN: self._columns,
        }
        index = next(
            (
                i
                for i, p in enumerate(self.pictures)
                if self.chosen is not None and p.file == self.chosen.file
            ),
            -1,
        )
        if key in steps:
            index = index + steps[key] if index >= 0 else 0
        elif key not in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return False
        if self.pictures:
            self.on_choose(self.pictures[max(0, min(len(self.pictures) - 1, index))])
        return True

    def _place(self, index: int) -> Rect:
        row, column = divmod(index, self._columns)
        rows = -(-len(self.pictures) // self._columns)
        width, height = self.rect.width // self._columns, self.rect.height // max(1, rows)
        left, top = self.rect.left + column * width, self.rect.top + row * height
        return Rect(left, top, width, height)

    def _index_at(self, at: Point | None) -> int:
        if at is None:
            return -1
        places = (self._place(index) for index in range(len(self.pictures)))
        return next((i for i, place in enumerate(places) if place.collidepoint(at)), -1)


def _thumbnail(painter: Painter, picture: Picture, image: Rect, radius: int) -> Surface:
    def draw() -> Surface:
        return rounded_piece(painter, picture.covering(painter, *image.size), radius)

    return painter.made(("thumbnail", picture.file, image.size, radius), draw)
