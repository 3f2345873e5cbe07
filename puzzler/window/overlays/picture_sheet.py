"""The sheet for tile faces: numbers, letters, or a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pygame import Rect

from puzzler.game.play.settings import Face, Settings
from puzzler.window.board.pictures import (
    Picture,
    PictureError,
    bundled_pictures,
    load_picture,
    preview,
)
from puzzler.window.overlays.blocks import Field, Line, Words
from puzzler.window.overlays.sheet import Block, Sheet
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.gallery import Gallery
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.toggle import Toggle


class PicturePages:
    """What the sheet holds; every change holds at once."""

    def __init__(
        self,
        get: Callable[[], Settings],
        put: Callable[[Settings], None],
        present: Picture | None,
        choose_file: Callable[[Callable[[Path], str]], None],
    ) -> None:
        self._get, self._put = get, put
        self._choose_file = choose_file
        self._message = ""
        faces = [(face, face.value.capitalize()) for face in Face]
        self._faces = Segmented("face", faces, self._choose_face)
        self._numbers = Toggle("numbers", self._choose_numbers)
        self._gallery = Gallery("gallery", self._choose)
        self._gallery.pictures = tuple(_bundled())
        if present is not None:
            self._offer(present)
        self._own = Button("own", self._open, label="Open a picture…", icon="folder")
        blocks: list[Block] = [
            Line([self._faces]),
            _GalleryBlock(self._gallery),
            Field(
                "Numbers on pictures",
                self._numbers,
                control_units=52,
                note="Small ones, in a corner of each tile",
            ),
            Line([self._own]),
            Words(self._words, units=13),
        ]
        done = Button("done", self._dismiss, label="Done", rank=Rank.PRIMARY)
        self.sheet = Sheet("Tile faces", blocks, width_units=620, foot=(done,), update=self._update)

    def _words(self) -> str:
        return self._message or "PNG or JPEG; a file may also be dropped onto the window."

    def _update(self) -> None:
        settings = self._get()
        self._faces.chosen = settings.face
        self._numbers.is_on = settings.numbers_on_pictures
        self._gallery.chosen = None
        if settings.face is Face.PICTURE:
            names = {picture.key: picture for picture in self._gallery.pictures}
            first = self._gallery.pictures[0] if self._gallery.pictures else None
            self._gallery.chosen = names.get(settings.picture, first)

    def _offer(self, picture: Picture) -> None:
        known = {other.file for other in self._gallery.pictures}
        if picture.file not in known:
            self._gallery.pictures = (*self._gallery.pictures, picture)

    def _choose_face(self, face: Face) -> None:
        self._put(replace(self._get(), face=face))

    def _choose_numbers(self, is_on: bool) -> None:
        self._put(replace(self._get(), numbers_on_pictures=is_on))

    def _choose(self, picture: Picture) -> None:
        self._message = ""
        self._put(replace(self._get(), face=Face.PICTURE, picture=picture.key))

    def _open(self) -> None:
        self._choose_file(self._take)

    def _take(self, file: Path) -> str:
        """Use this file; "" or why it cannot be."""
        try:
            picture = load_picture(file)
        except PictureError as error:
            return str(error)
        self._offer(picture)
        self._choose(picture)
        self.sheet.arrange()
        return ""

    def _dismiss(self) -> None:
        self.sheet.dismiss()


class _GalleryBlock:
    """The gallery, as high as it needs."""

    def __init__(self, gallery: Gallery) -> None:
        self.controls: Sequence[Control] = (gallery,)
        self._gallery = gallery

    def height(self, painter: Painter, width: int) -> int:
        """That of the gallery."""
        return self._gallery.height(painter, width)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._gallery.rect = area

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Nothing but the control."""
        return iter(())


def _bundled() -> Iterator[Picture]:
    for file in bundled_pictures().values():
        try:
            yield preview(file)
        except PictureError:  # a damaged installation has fewer pictures, and that is all
            continue
