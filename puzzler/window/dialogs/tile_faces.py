"""The dialog for tile faces: numbers, letters or a part of a picture. Changes apply immediately."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.board.scenario import printable
from puzzler.game.core.settings import MAX_ZOOM, MIDDLE, Crop, TileFace
from puzzler.progress import Reporter, one_step
from puzzler.window.board.pictures import (
    PREVIEW_SIDE,
    SUFFIXES,
    Picture,
    PictureError,
    bundled_pictures,
    find_picture_file,
    is_bundled,
    load_picture,
    picture_key,
    picture_name,
)
from puzzler.window.board.tiles import rounded_piece
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer, choose_file
from puzzler.window.dialogs.settings import NUMBERS, TILE_COLORS, setting_row
from puzzler.window.toolkit.cells import Cell, Cells
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import ARROWS, PRESS_KEYS, Control, ControlOptions
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog, labelled
from puzzler.window.toolkit.element import Options, Point, Touch
from puzzler.window.toolkit.frame import draw_tree
from puzzler.window.toolkit.labels import Canvas, Text
from puzzler.window.toolkit.layout import At, Column, Row, Space
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.track import Slider

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
            round((crop.zoom - 1) / (MAX_ZOOM - 1) * _NOTCHES), _NOTCHES,
            lambda notch: choose(replace(crop, zoom=1 + notch / _NOTCHES * (MAX_ZOOM - 1))),
            pace=_NOTCHES // 20, width=220, reads_as=f"{crop.zoom:.1f} times", key="zoom",
        )  # fmt: skip
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

    min_units = preferred_units = high_units = 300

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
        key = "crop", self.picture, place.size

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


_SIDE_UNITS = 104
_WORDS_UNITS = 26
_PREVIEWS, _OWN = "previews", "picture file"
"""The keys of background work."""


def open_tile_faces(window: Window) -> None:
    """Open the dialog."""
    present, background = window.view.skin.picture, window.session.background
    files = list(bundled_pictures().values())
    read = window.ui.state("pictures read", dict[Path, Picture])
    if present is not None and present.file not in files:
        files.append(present.file)
        read[present.file] = present
    unread = [each for each in files if each not in read]
    background.run(_PREVIEWS, "", partial(_previews, unread), read.update)

    def choose(file: Path) -> None:
        window.set(face=TileFace.PICTURE, picture=picture_key(file))

    def take(file: Path, answer: Answer) -> None:
        def show(picture: Picture) -> None:
            read[file] = picture
            if file not in files:
                files.append(file)
            window.choose_picture(picture)
            answer("")

        steps = one_step(partial(load_picture, file))
        background.run(_OWN, f"Reading {printable(file.name)}", steps, show, fail=answer)

    def open_own() -> None:
        own = None if present is None or is_bundled(present.file) else present.file.parent
        choose_file(window, "Open a picture", own, SUFFIXES, take, empty="No pictures here.")

    def crop() -> None:
        if window.view.skin.picture is not None:
            open_crop(window, window.view.skin.picture)

    def build() -> Dialog:
        settings = window.session.settings
        chosen = find_picture_file(settings.picture) if settings.face is TileFace.PICTURE else None
        # damaged pictures are left out
        usable = [file for file in files if file in read or _PREVIEWS in background]
        faces = [Option(face, face.value.capitalize()) for face in TileFace]
        return Dialog(
            "Tile faces",
            Segments(faces, settings.face, lambda face: window.set(face=face), key="face",
                     accessible_name="Tiles"),
            setting_row(window, NUMBERS if settings.face is TileFace.PICTURE else TILE_COLORS),
            Text("Pictures", strong=True, lines=1),
            Gallery(usable, read, chosen, choose, key="gallery", accessible_name="Pictures"),
            Row(
                Button("Open a picture…", open_own, icon="folder", key="own",
                       tip="A PNG or JPEG file. You can also drop it onto the window"),
                window.view.skin.picture is not None
                and Button("Choose the part…", crop, key="choose part"),
                Space(grow=1),
                gap=8,
            ),
            foot=(Button("Done", window.ui.close, rank=Rank.PRIMARY, key="done"),),
            size=620,
        )  # fmt: skip

    window.ui.open(build, "tile faces")


def _previews(files: Sequence[Path], report: Reporter) -> dict[Path, Picture]:
    """Return the previews of all readable pictures by file."""
    read = {}
    for file in files:
        report(None)
        with contextlib.suppress(PictureError):
            read[file] = load_picture(file, PREVIEW_SIDE)
    return read


class Gallery(Cells):
    """A grid of pictures. One is chosen by clicking or with the arrow keys."""

    row_units = _SIDE_UNITS + _WORDS_UNITS

    def __init__(
        self,
        files: Sequence[Path],
        read: Mapping[Path, Picture],
        chosen: Path | None,
        on_choose: Callable[[Path], object],
        **options: Unpack[Options],
    ) -> None:
        """read: the pictures that have been loaded so far, by file."""

        def choose(index: int) -> None:
            on_choose(files[index])

        marked = files.index(chosen) if chosen in files else -1
        super().__init__(len(files), choose, on_mark=choose, marked=marked, min_rows=1, **options)
        self.files, self.choose = files, on_choose
        self.read = [read.get(file) for file in files]
        self.cell_look = tuple(self.read)

    def cell_text(self, index: int) -> str:
        return printable(self.files[index].stem)

    def columns(self, ui: Context, width: int) -> int:
        return max(1, width // ui.painter.px(_SIDE_UNITS))

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        if key in PRESS_KEYS and self.marked == -1 and self.files:
            self.choose(self.files[0])
            return True
        return super().key_down(ui, key, mod)

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        picture = self.read[cell.index]
        ring = "accent" if cell.is_marked else "track" if cell.is_over else ""
        tree = Column(
            Canvas(picture, partial(_draw_thumbnail, picture, ring), grow=1),
            Text(
                picture_name(self.files[cell.index]),
                size=13, align=0.5, lines=1, height=_WORDS_UNITS,
                color="text" if cell.is_marked else "text_muted",
            ),
            gap=0, pad=3,
        )  # fmt: skip
        draw_tree(surface, ui, tree, cell.rect)


def _draw_thumbnail(
    picture: Picture | None, ring: str, surface: Surface, painter: Painter, rect: Rect
) -> None:
    thick, radius = painter.px(3), painter.px(10)
    side = min(rect.size) - 2 * thick
    place = Rect(0, 0, side, side).move_to(center=rect.center)
    if picture is None:
        painter.box(surface, place, radius, painter.theme.well)
    else:
        square = picture.covering(painter, side, side)
        key = "thumbnail", picture, side, radius
        drawn = painter.cached(key, lambda: rounded_piece(painter, square, radius))
        surface.blit(drawn, place)
    if ring:
        place = place.inflate(2 * thick, 2 * thick)
        painter.ring(surface, place, radius + thick, getattr(painter.theme, ring), thick)
