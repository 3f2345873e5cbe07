"""The dialog for tile faces: numbers, letters, or a picture. Every change holds at once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Unpack

from pygame import Rect, Surface

from puzzler.game.play.settings import Face
from puzzler.window.board.pictures import (
    SUFFIXES,
    Picture,
    PictureError,
    bundled_pictures,
    load_picture,
    preview,
)
from puzzler.window.board.tiles import rounded_piece
from puzzler.window.dialogs.folder import choose_file
from puzzler.window.toolkit.cells import Cell, Cells
from puzzler.window.toolkit.controls import Button, Option, Rank, Segments, Toggle
from puzzler.window.toolkit.dialog import Dialog, labelled
from puzzler.window.toolkit.element import PRESS_KEYS, Context, Options, draw_tree
from puzzler.window.toolkit.labels import Canvas, Text
from puzzler.window.toolkit.layout import Column, Row, Space
from puzzler.window.toolkit.paint import Painter
from puzzler.window.window import Window

_SIDE_UNITS = 104
_WORDS_UNITS = 26


def open_tile_faces(window: Window) -> None:
    """What the tiles show."""
    present = window.view.skin.picture
    pictures = list(bundled())
    if present is not None and all(picture.file != present.file for picture in pictures):
        pictures.append(present)

    def choose(picture: Picture) -> None:
        window.set(face=Face.PICTURE, picture=picture.key)

    def take(file: Path) -> str:
        try:
            picture = load_picture(file)
        except PictureError as error:
            return str(error)
        if all(other.file != picture.file for other in pictures):
            pictures.append(picture)
        choose(picture)
        return ""

    def open_own() -> None:
        folder = Path(window.session.settings.folder or Path.home())
        if present is not None and not present.is_bundled:
            folder = present.file.parent
        choose_file(
            window,
            "Open a picture",
            folder,
            SUFFIXES,
            take,
            empty="No pictures here.",
        )

    def build() -> Dialog:
        settings = window.session.settings
        chosen = None
        if settings.face is Face.PICTURE:
            by_key = {picture.key: picture for picture in pictures}
            chosen = by_key.get(settings.picture, pictures[0] if pictures else None)
        faces = [Option(face, face.value.capitalize()) for face in Face]
        return Dialog(
            "Tile faces",
            Segments(faces, settings.face, lambda face: window.set(face=face), key="face"),
            Gallery(pictures, chosen, choose, key="gallery"),
            labelled(
                "Numbers on pictures",
                Toggle(
                    settings.numbers_on_pictures,
                    lambda is_on: window.set(numbers_on_pictures=is_on),
                    key="numbers",
                ),
                note="In the corner of each tile",
                width=52,
            ),
            Row(Button("Open a picture…", open_own, icon="folder", key="own"), Space(grow=1)),
            said="PNG or JPEG; a file may also be dropped onto the window.",
            foot=(Button("Done", window.ui.close, rank=Rank.PRIMARY, key="done"),),
            size=620,
        )

    window.ui.open(build, "tile faces")


def bundled() -> Iterator[Picture]:
    """The bundled pictures, loaded one by one; fewer where the installation is damaged."""
    for file in bundled_pictures().values():
        with contextlib.suppress(PictureError):
            yield preview(file)


class Gallery(Cells):
    """Pictures side by side, one of them chosen: by click, or with the arrow keys."""

    row_units = _SIDE_UNITS + _WORDS_UNITS

    def __init__(
        self,
        pictures: Sequence[Picture],
        chosen: Picture | None,
        on_choose: Callable[[Picture], object],
        **options: Unpack[Options],
    ) -> None:
        files = [picture.file for picture in pictures]

        def choose(index: int) -> None:
            on_choose(self.pictures[index])

        marked = files.index(chosen.file) if chosen is not None and chosen.file in files else -1
        super().__init__(
            len(pictures), choose, on_mark=choose, marked=marked, least_rows=1, **options
        )
        self.pictures, self.choose = tuple(pictures), on_choose
        self.cell_look = tuple(files)

    def columns(self, ui: Context, width: int) -> int:
        return max(1, width // ui.painter.px(_SIDE_UNITS))

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        if key in PRESS_KEYS and self.marked == -1 and self.pictures:
            self.choose(self.pictures[0])
            return True
        return super().key_down(ui, key, mod)

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        picture = self.pictures[cell.index]
        ring = "accent" if cell.is_marked else "track" if cell.is_over else ""
        tree = Column(
            Canvas(picture, partial(_draw_thumbnail, picture, ring), grow=1),
            Text(
                picture.name, size=13, align=0.5, lines=1, height=_WORDS_UNITS,
                color="text" if cell.is_marked else "text_muted",
            ),
            gap=0, pad=3,
        )  # fmt: skip
        draw_tree(surface, ui, tree, cell.rect)


def _draw_thumbnail(
    picture: Picture, ring: str, surface: Surface, painter: Painter, rect: Rect
) -> None:
    thick, radius = painter.px(3), painter.px(10)
    side = min(rect.size) - 2 * thick

    def thumbnail() -> Surface:
        return rounded_piece(painter, picture.covering(painter, side, side), radius)

    drawn = painter.made(("thumbnail", picture.file, side, radius), thumbnail)
    place = surface.blit(drawn, drawn.get_rect(center=rect.center))
    if ring:
        place = place.inflate(2 * thick, 2 * thick)
        painter.ring(surface, place, radius + thick, getattr(painter.theme, ring), thick)
