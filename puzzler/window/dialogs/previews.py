"""Previews of files: a summary in one line and the boards or the picture; lists of them."""

from __future__ import annotations

import contextlib
import io
import math
import os
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Unpack

import platformdirs
import pygame
from pygame import Rect, Surface

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.scenario import Scenario
from puzzler.formats.reading import MAX_BYTES, TextSource
from puzzler.game.files.text_reader import (
    MAX_CHOICES,
    Doubt,
    Interpretations,
    ReadingChoice,
    interpret,
)
from puzzler.humanize import TIMES, counted, date_and_time, listed, sentence
from puzzler.search.custom.source import CODE_SUFFIX, functions_of
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.pictures import MAX_BYTES as MAX_PICTURE_BYTES
from puzzler.window.board.pictures import MAX_MEGAPIXELS, SUFFIXES
from puzzler.window.board.tiles import Skin, rounded_piece
from puzzler.window.export.film import GIF, MP4
from puzzler.window.toolkit.cells import CellsOptions
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Element, Range
from puzzler.window.toolkit.frame import Frame, draw_tree
from puzzler.window.toolkit.labels import Canvas, Icon
from puzzler.window.toolkit.layout import At, Row, Space
from puzzler.window.toolkit.list import Item, List
from puzzler.window.toolkit.paint import Painter

TEXT_SUFFIXES = (
    "", ".txt", ".puzzler", ".text", ".md", ".csv", ".tsv", ".dat", ".in", ".out", ".sol", ".json",
    ".jsonl", ".list", ".board", ".puzzle",
)  # fmt: skip
"""Lower-case suffixes of files that can contain boards."""
PREVIEW_SUFFIXES = (*SUFFIXES, GIF)
"""Suffixes of files with a small picture in front of their names."""
_PICTURE_SIDE = 160
"""The side of a small picture in pixels."""


@dataclass(frozen=True)
class Preview:
    """The boards or the picture in front of the name of a file."""

    boards: tuple[tuple[Board, Board], ...] = ()
    """(board, goal) pairs in a row with an arrow between them. The goal determines the colours."""
    labels: tuple[str, ...] | None = None
    """The labels of the tiles."""
    pixels: bytes = b""
    """A square RGB picture, shown instead of boards."""


Summary = tuple[str, Preview | None]
"""A line about a file, and its preview."""


def look_at(file: Path, scenario: Scenario) -> Summary:
    """Return the summary and the preview of ``file``. Never raises.

    scenario: the current game, passed to ``interpret``.
    """
    try:
        suffix = file.suffix.lower()
        if suffix in PREVIEW_SUFFIXES:
            return _picture(file)
        if suffix == MP4:
            return "Video", None
        if suffix == CODE_SUFFIX:
            return f"Functions: {', '.join(functions_of(file)) or 'none'}", None
        text = text_of(file)
        return summary_of(interpret(text, scenario, file_name=file.name))
    except BoardError:  # opening the file shows the reason
        return "Not a board", None
    except (OSError, ValueError) as error:
        return sentence(getattr(error, "strerror", None) or "cannot be read"), None


def text_of(file: Path) -> str:
    """Read the text of ``file``. Raises ReadingError if it is not text, or OSError."""
    data = resources.read_regular(file, MAX_BYTES + 1)
    return TextSource(file.name, lambda: io.BytesIO(data)).text()


def summary_of(understood: Interpretations) -> Summary:
    """Return the summary and the preview of an interpreted text."""
    first = understood.choices[0]
    if understood.doubt is None:
        rows, columns = first.contents.start.size
        size = f"{rows}{TIMES}{columns}"
        words = first.label if first.label != size else size
        return f"{words} \N{MIDDLE DOT} {first.detail}", _board(first)
    count = len(understood.choices)
    if understood.doubt is Doubt.LINE:
        more = " or more" if count == MAX_CHOICES else ""
        return f"{counted(count, 'board')}{more}", _board(first)
    if understood.doubt is Doubt.GOAL:
        return f"{first.label} \N{MIDDLE DOT} no goal given", _board(first)
    names = listed([choice.label for choice in understood.choices], "or")
    return f"Could be {names}", _board(first)


def preview_of_choice(choice: ReadingChoice) -> Preview:
    """Return a preview of the board and its goal; with moves, of the boards before and after."""
    contents, goal = choice.contents, choice.goal
    end = contents.start.apply_all(contents.moves) if contents.moves else goal
    return Preview(((contents.start, goal), (end, goal)), contents.labels)


def _board(choice: ReadingChoice) -> Preview:
    return Preview(((choice.contents.start, choice.goal),), choice.contents.labels)


def _picture(file: Path) -> Summary:
    from PIL import Image, ImageOps

    data = resources.read_regular(file, MAX_PICTURE_BYTES + 1)
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF")) as image,
        ):
            width, height = image.size
            kind = "Animation" if image.format == "GIF" else "Picture"
            words = f"{kind}, {width:,} {TIMES} {height:,}"
            limit = MAX_MEGAPIXELS[".jpg" if image.format == "JPEG" else ".png"]
            if width * height > limit * 1e6:
                return f"{words}: too large", None
            image.draft("RGB", (_PICTURE_SIDE, _PICTURE_SIDE))
            image.thumbnail((2 * _PICTURE_SIDE, 2 * _PICTURE_SIDE))
            small = ImageOps.exif_transpose(image).convert("RGB")
            square = ImageOps.fit(small, (_PICTURE_SIDE, _PICTURE_SIDE))
            return words, Preview(pixels=square.tobytes())
    except Image.DecompressionBombError:
        return "Picture, too large for a preview", None
    except (OSError, ValueError, SyntaxError):
        return "Not a picture", None


ENTRY_LIMIT = 2000
_MAX_ENTRIES_READ = 20_000
_CHUNK_SIZE = 200
"""Number of entries read between two checks for cancellation."""
HOME, PICTURES = "Home", "Pictures"


class FolderListing(NamedTuple):
    """The content of a folder: folders by name, then files, newest first."""

    path: Path
    entries: list[Path]
    items: list[Item]
    first_file: int
    places: Mapping[str, Path]
    """Existing standard folders by the labels of their buttons."""


def list_folder(
    find: Callable[[], Path],
    suffixes: Collection[str],
    look: Callable[[Path], Summary],
    found: list[FolderListing | str | tuple[int, Summary]],
    in_sight: Sequence[int],
    report: Callable[[None], object],
) -> None:
    """Read the folder, then preview its files, starting with the visible ones."""
    folders, times, path = list[Path](), dict[Path, float](), find()
    places = {HOME: Path.home(), PICTURES: platformdirs.user_pictures_path()}
    places = {words: place for words, place in places.items() if place.is_dir()}
    try:
        with os.scandir(path) as entries:
            for number, entry in enumerate(islice(entries, _MAX_ENTRIES_READ)):
                if number % _CHUNK_SIZE == 0:
                    report(None)
                if entry.name.startswith("."):
                    continue
                with contextlib.suppress(OSError):  # the user may not read it
                    if entry.is_dir():
                        folders.append(Path(entry.path))
                    elif Path(entry.name).suffix.lower() in suffixes and entry.is_file():
                        times[Path(entry.path)] = entry.stat().st_mtime
    except OSError as error:
        found.append(f"{path} cannot be read: {error.strerror}")
        return
    folders.sort(key=lambda folder: folder.name.casefold())
    files = sorted(times, key=lambda file: (-times[file], file.name.casefold()))
    listed = [*folders, *files][:ENTRY_LIMIT]
    items = [_item(entry, times.get(entry), is_alone=not suffixes) for entry in listed]
    found.append(FolderListing(path, listed, items, len(folders), places))
    files = listed[len(folders) :]
    left = dict.fromkeys(range(len(files)))
    while left:
        ahead = (index for index in range(in_sight[0], in_sight[0] + 20) if index in left)
        index = next(ahead, next(iter(left)))
        del left[index]
        found.append((index, look(files[index])))
        report(None)


def _item(entry: Path, changed: float | None, *, is_alone: bool) -> Item:
    """Return a row without the content of the file. is_alone: only folders are listed."""
    if changed is None:
        return Item(entry.name, icon="folder", detail="" if is_alone else "Folder")
    suffix = entry.suffix.lower()
    icon = "play" if suffix == MP4 else "picture" if suffix in PREVIEW_SUFFIXES else "copy"
    return Item(entry.name, date_and_time(changed), icon, " ")


_ROW_UNITS = {0: 36, 1: 40, 2: 108}
"""Heights of a row without a preview, with one small board, and with two boards."""
_MARGIN_UNITS = 5


class PreviewList(List):
    """A list with small boards or a picture in front of the text of each row."""

    takes_text = True

    def __init__(
        self,
        rows: Sequence[tuple[Item, Preview | None]],
        on_choose: Callable[[int], object],
        *,
        boards: int,
        shown: int,
        on_scroll: Callable[[int], object] = lambda first: None,
        on_path: Callable[[str], object] | None = None,
        **options: Unpack[CellsOptions],
    ) -> None:
        """boards: the boards that fit into a row. shown: the preferred number of visible rows.

        on_scroll: called with the index of the first visible row. on_path: called with "/" or "~"
        if it is typed as the start of a path.
        """
        super().__init__([item for item, _ in rows], on_choose, **options)
        self.previews, self.boards, self.on_scroll = [each for _, each in rows], boards, on_scroll
        self.preferred_rows, self.min_rows, self.row_units = shown, 2, _ROW_UNITS[boards]
        self.cell_look = self.cell_look, tuple(self.previews)
        self.on_path = on_path

    def write(self, ui: Context, text: str) -> None:
        if self.on_path is not None and text in ("/", "~"):
            self.on_path(text)
        else:
            super().write(ui, text)

    def measure_width(self, ui: Context) -> Range:
        return Range(ui.painter.px(80), ui.painter.px(240))

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        self.on_scroll(self.in_sight(ui).start)

    def draw_front(self, ui: Context, surface: Surface, inner: Rect, index: int) -> int:
        if not self.boards:
            return super().draw_front(ui, surface, inner, index)
        front = self._front(index)
        draw_tree(surface, ui, front, inner)
        return front.widths(ui).preferred + ui.painter.px(12)

    def _front(self, index: int) -> Element:
        """Return the previews in front of the text of a row. The width is always the same."""
        preview, side = self.previews[index], _ROW_UNITS[self.boards] - 2 * _MARGIN_UNITS
        shown: list[Element] = []
        if preview is not None and preview.pixels:
            shown = [Canvas(preview, partial(_draw_picture, preview), width=side, height=side)]
        elif preview is not None:
            skin = Skin(labels=preview.labels)
            shown = [
                MiniBoard(board, goal, skin, width=side, height=side)
                for board, goal in preview.boards[: self.boards]
            ]
        elif self.items[index].icon:
            icon = Icon(self.items[index].icon, size=24, color="text_muted")
            shown = [At(icon, width=side, height=side)]
        for _ in range(len(shown), self.boards):
            shown.append(Space(width=side))
        has_arrow = preview is not None and len(preview.boards) > 1
        arrow = Icon("play", size=14, color="text_muted") if has_arrow else Space(width=14)
        return Row(shown[0], *(part for each in shown[1:] for part in (arrow, each)), gap=6)


def _draw_picture(preview: Preview, surface: Surface, painter: Painter, place: Rect) -> None:
    def draw() -> Surface:
        side = math.isqrt(len(preview.pixels) // 3)
        picture = pygame.image.frombytes(preview.pixels, (side, side), "RGB")
        scaled = pygame.transform.smoothscale(picture, place.size)
        return rounded_piece(painter, scaled, painter.px(6))

    surface.blit(painter.cached(("preview", preview.pixels, place.size), draw), place)
