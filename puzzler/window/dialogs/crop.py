"""The dialog that chooses the part of a picture that the tiles show."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.game.core.settings import MAX_ZOOM, MIDDLE, Crop
from puzzler.window.board.pictures import Picture
from puzzler.window.core.window import Window
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import ARROWS, Control, ControlOptions
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog, labelled
from puzzler.window.toolkit.element import Point, Touch
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At
from puzzler.window.toolkit.track import Slider

_SIDE_UNITS = 300
_NOTCHES = 100
"""Steps of the zoom slider."""
_ARROW_SHARE = 0.02
"""Part of the picture by which an arrow key moves the frame."""


def open_crop(window: Window, picture: Picture) -> None:
    """Open the dialog for the picture on the tiles. Changes apply immediately."""
    columns_by_rows = window.shown.play.goal.columns / window.shown.play.goal.rows

    def choose(crop: Crop) -> None:
        crops = {**window.session.settings.crops, picture.key: crop}
        window.set(crops=crops)

    def build() -> Dialog:
        crop = window.session.settings.crop_of(picture.key)
        zoom = Slider(
            round((crop.zoom - 1) / (MAX_ZOOM - 1) * _NOTCHES),
            _NOTCHES,
            lambda notch: choose(replace(crop, zoom=1 + notch / _NOTCHES * (MAX_ZOOM - 1))),
            pace=_NOTCHES // 20,
            width=220,
            accessible_name="Zoom",
            reads_as=f"{crop.zoom:.1f} times",
            key="zoom",
        )
        frame = CropFrame(picture, crop, columns_by_rows, choose, key="crop", autofocus=True,
                          accessible_name="Part of the picture")  # fmt: skip
        return Dialog(
            "Part of the picture",
            At(frame),
            labelled("Zoom", zoom, width=220),
            Text("Drag the frame or use the arrow keys.", color="text_muted"),
            foot=(Button("Whole picture", lambda: choose(MIDDLE), key="whole picture"),
                  Button("Done", window.ui.close, rank=Rank.PRIMARY, key="crop done")),
            size=460,
        )  # fmt: skip

    window.ui.open(build, "crop")


class CropFrame(Control):
    """The picture with a frame around the part that the tiles show."""

    min_units = preferred_units = high_units = _SIDE_UNITS

    def __init__(
        self,
        picture: Picture,
        crop: Crop,
        ratio: float,
        on_choose: Callable[[Crop], object],
        **options: Unpack[ControlOptions],
    ) -> None:
        """ratio: width of the board divided by its height."""
        super().__init__(**options)
        self.picture, self.crop, self.ratio, self.choose = picture, crop, ratio, on_choose

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return self.picture.file, self.crop, self.ratio

    @property
    def _place(self) -> Rect:
        """The rectangle of the whole picture."""
        return self.picture.surface.get_rect().fit(self.rect)

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, place = ui.painter, self._place
        key = "crop", self.picture.file, place.size

        def scaled() -> Surface:
            return pygame.transform.smoothscale(self.picture.surface, place.size)

        surface.blit(painter.cached(key, scaled), place)
        across, down = self.picture.surface.get_size()
        part = self.crop.part(across, down, self.ratio)
        share = place.width / across
        frame = Rect(*(round(share * value) for value in part)).move(place.topleft)
        shade = Surface(place.size, pygame.SRCALPHA)
        shade.fill((0, 0, 0, 150))
        shade.fill((0, 0, 0, 0), frame.move(-place.left, -place.top))
        surface.blit(shade, place)
        painter.ring(surface, frame, 0, painter.theme.accent, max(2, painter.px(2)))

    def press(self, ui: Context, at: Point) -> None:
        self.drag(ui, at)

    def drag(self, ui: Context, at: Point) -> None:
        place = self._place
        x, y = ((at[0] - place.left) / place.width, (at[1] - place.top) / place.height)
        self.choose(replace(self.crop, x=min(max(x, 0.0), 1.0), y=min(max(y, 0.0), 1.0)))

    def activate(self, ui: Context) -> None:
        """A press without a drag has moved the frame already."""

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        if key not in ARROWS:
            return False
        down, across = (step * _ARROW_SHARE for step in ARROWS[key])
        x, y = min(max(self.crop.x + across, 0.0), 1.0), min(max(self.crop.y + down, 0.0), 1.0)
        self.choose(replace(self.crop, x=x, y=y))
        return True

    def wheel(self, ui: Context, lines: float, at: Point) -> bool:
        zoom = min(max(self.crop.zoom * 0.9**lines, 1.0), MAX_ZOOM)
        self.choose(replace(self.crop, zoom=zoom))
        return True
