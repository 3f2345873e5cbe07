"""The list of a folder with previews of the files, and the dialog that chooses a file."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Unpack

import platformdirs
import pygame
from pygame import Rect, Surface

from puzzler.humanize import date_and_time
from puzzler.solver.worker import CallWorker, call
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.tiles import Skin, rounded_piece
from puzzler.window.core.window import Window
from puzzler.window.dialogs.previews import PREVIEW_SUFFIXES, Preview, Summary, look_at
from puzzler.window.export.recorder import MP4
from puzzler.window.export.saving import usual_folder
from puzzler.window.toolkit.cards import Space
from puzzler.window.toolkit.cells import CellsOptions, Item, List
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Element, Range
from puzzler.window.toolkit.frame import Frame, draw_tree
from puzzler.window.toolkit.labels import Canvas, Icon, Text
from puzzler.window.toolkit.layout import At, Column, Row
from puzzler.window.toolkit.paint import Painter

OPEN = "open file"
"""The key of the dialog that chooses a file."""
ENTRY_LIMIT = 2000
_MAX_ENTRIES_READ = 20_000
_CHUNK_SIZE = 200
"""Number of entries read between two checks for cancellation."""
_MESSAGE_DELAY = 0.5
"""Seconds until a message shows that a folder is being read."""
_ROW_UNITS = {0: 36, 1: 64, 2: 108}
"""Heights of a row without a preview, with one small board, and with two boards."""
_MARGIN_UNITS = 5
_HOME, _PICTURES = "Home", "Pictures"


def remember_folder(window: Window, folder: Path) -> None:
    """Store the folder in the settings. The next file dialog starts there."""
    with contextlib.suppress(OSError, ValueError):  # not every name can be stored
        window.set(folder=str(folder.absolute()))


class _Listing(NamedTuple):
    """The content of a folder: folders by name, then files, newest first."""

    path: Path
    entries: list[Path]
    items: list[Item]
    first_file: int
    places: Mapping[str, Path]
    """Existing standard folders by the labels of their buttons."""


Answer = Callable[[str], object]
"""Called with "" or with the reason why the chosen file cannot be used."""


class Folder:
    """The entries of the current folder. Call ``poll`` in every tick and ``close`` at the end."""

    def __init__(
        self,
        window: Window,
        on_choose: Callable[[Path, Answer], object],
        *,
        suffixes: Collection[str] = (),
        empty: str = "No matching files here.",
        on_mark: Callable[[Path], object] = lambda file: None,
        rows: int = 5,
    ) -> None:
        """suffixes: of the files to list. Without suffixes only folders are listed.

        on_choose: called with a file and a function for the answer, which may be called later.
        Choosing a folder opens it.
        """
        self.path = Path()
        self.problem = ""
        """The error of the folder or file that was chosen last, or ""."""
        self.entries: list[Path] = []
        self.rows: list[tuple[Item, Preview | None]] = []
        self.mark = -1
        """The index of the entry that Enter chooses, or -1."""
        self.is_listed = False
        """Whether the first folder has been read."""
        self.find: Callable[[], Path]
        """Returns the current folder. Called in a background thread."""
        self._ui = window.ui
        self._suffixes, self._empty = suffixes, empty
        self._look = partial(look_at, scenario=window.session.activity.play.scenario)
        self._last = window.session.settings.folder
        self._on_choose, self._on_mark = on_choose, on_mark
        self._row_count = rows
        self._first_file = 0
        self._requested, self._marked = Path(), Path()
        self._places: Mapping[str, Path] = {}
        self._looking: CallWorker[None, None] | None = None
        self._found: list[_Listing | str | tuple[int, Summary]] = []  # in the background
        self._in_sight = [0]

    def go(self, path: Path | None = None, *, marked: Path | None = None) -> None:
        """Start to read the folder ``path``. If it cannot be read, ``problem`` is set.

        path: by default the folder of the last opened or saved file, or the user's documents.
        marked: the entry to mark.
        """
        self.close()
        self._requested = path or Path(self._last or Path.home())
        if self.path == Path():
            self.path = self._requested
        self._marked, self.problem = marked or Path(), ""
        self._found, self._in_sight = [], [0]
        find = partial(usual_folder, self._last) if path is None else partial(Path, path)
        if not self.is_listed:
            self.find = find
        # the work has no reference to this object, which can be deleted before it ends
        self._looking = call(
            partial(_list_folder, find, self._suffixes, self._look, self._found, self._in_sight)
        )

    def go_up(self) -> None:
        """List the parent folder and mark this folder in it."""
        self.go(self.path.parent, marked=self.path)

    @property
    def message(self) -> str:
        """The error, or the folder that is being read, or ""."""
        is_read = self.is_listed and self._requested == self.path
        pending = None if is_read else self._requested
        is_long = self._ui.seconds_of(OPEN, pending) > _MESSAGE_DELAY
        return self.problem or (f"Reading {pending}" if is_long else "")

    def choose(self, index: int | None = None) -> None:
        """Open a folder or choose a file, by default the marked entry."""
        index = self.mark if index is None else index
        if not 0 <= index < len(self.entries):
            return
        if index < self._first_file:
            self.go(self.entries[index])
        else:
            self._on_choose(self.entries[index], self._answer)

    def _answer(self, problem: str) -> None:
        self.problem = problem

    def poll(self) -> bool:
        """Take the results of the background thread. Return whether more results will follow."""
        is_more = self._looking is not None and not self._looking.latest.is_over
        while self._found:
            found = self._found.pop(0)
            self.is_listed = True
            if isinstance(found, str):
                self.problem, self._requested = found, self.path
            elif isinstance(found, _Listing):
                self.path, self.entries, items, self._first_file, self._places = found
                self._requested = self.path
                self.find = partial(Path, self.path)
                self.rows = [(item, None) for item in items]
                has_marked = self._marked in self.entries
                self.mark = self.entries.index(self._marked) if has_marked else -1
            else:
                place, (words, preview) = found
                index = self._first_file + place
                self.rows[index] = replace(self.rows[index][0], detail=words), preview
        return is_more

    def close(self) -> None:
        """Stop reading. Can be called more than once."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = None

    def bar(self) -> Element:
        """Return the buttons for the parent and the standard folders, above the current path."""
        has_parent = self.path.parent != self.path
        places = [
            Button(
                words,
                partial(self.go, place),
                key=words.lower(),
                icon="picture" if words == _PICTURES else "folder",
            )
            for words, place in self._places.items()
        ]
        return Column(
            Row(Button("Up", self.go_up, icon="up", enabled=has_parent, key="up"), *places, gap=10),
            Text(str(self.path), size=13, color="text_muted", lines=1),
        )

    def listing(self) -> Element:
        """Return the list of entries."""

        def mark(index: int) -> None:
            self.mark, self.problem = index, ""
            if index >= self._first_file:
                self._on_mark(self.entries[index])

        def follow(first: int) -> None:
            self._in_sight[0] = first - self._first_file

        return PreviewList(
            self.rows,
            self.choose,
            accessible_name="Files",
            on_mark=mark,
            on_scroll=follow,
            boards=1 if self._suffixes else 0,
            shown=self._row_count,
            marked=self.mark,
            content=self.path,
            empty=self._empty,
            key="files",
        )


def _list_folder(
    find: Callable[[], Path],
    suffixes: Collection[str],
    look: Callable[[Path], Summary],
    found: list[_Listing | str | tuple[int, Summary]],
    in_sight: Sequence[int],
    report: Callable[[None], object],
) -> None:
    """Read the folder, then preview its files, starting with the visible ones."""
    folders, times, path = list[Path](), dict[Path, float](), find()
    places = {_HOME: Path.home(), _PICTURES: platformdirs.user_pictures_path()}
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
    found.append(_Listing(path, listed, items, len(folders), places))
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


def choose_file(
    window: Window,
    title: str,
    folder: Path | None,
    suffixes: Sequence[str],
    on_choose: Callable[[Path, Answer], object],
    *,
    empty: str = "No matching files here.",
    label: str = "Open",
) -> None:
    """Ask for a file in ``folder`` (default: the last folder). Without ``suffixes``, for a folder.

    on_choose: called with the path and a function for the answer: "" or an error. empty: shown
    if a folder has no such files. label: on the button that chooses.
    """

    def choose(path: Path, answer: Answer) -> None:
        def close(problem: str) -> None:
            answer(problem)
            if not problem:
                window.ui.close(OPEN)

        on_choose(path, close)

    def confirm() -> None:
        if suffixes:
            files.choose()
        else:
            choose(files.path, lambda problem: None)

    def build() -> Dialog:
        is_ready = not suffixes or files.mark >= 0
        return Dialog(
            title,
            files.bar(),
            files.listing(),
            status=files.message or window.shown.background_text,
            confirm=Button(label, confirm, rank=Rank.PRIMARY, enabled=is_ready, key="open"),
            size=680,
        )

    files = Folder(window, choose, suffixes=suffixes, empty=empty, rows=5 if suffixes else 8)
    files.go(folder)
    window.ui.open(build, OPEN, poll=files.poll, on_close=files.close, focus="files")


class PreviewList(List):
    """A list with small boards or a picture in front of the text of each row."""

    def __init__(
        self,
        rows: Sequence[tuple[Item, Preview | None]],
        on_choose: Callable[[int], object],
        *,
        boards: int,
        shown: int,
        on_scroll: Callable[[int], object] = lambda first: None,
        **options: Unpack[CellsOptions],
    ) -> None:
        """boards: the boards that fit into a row. shown: the preferred number of visible rows.

        on_scroll: called with the index of the first visible row.
        """
        super().__init__([item for item, _ in rows], on_choose, **options)
        self.previews, self.boards, self.on_scroll = [each for _, each in rows], boards, on_scroll
        self.preferred_rows, self.min_rows, self.row_units = shown, 2, _ROW_UNITS[boards]
        self.cell_look = self.cell_look, tuple(self.previews)

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
