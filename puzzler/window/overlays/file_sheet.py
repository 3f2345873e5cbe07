"""A sheet to choose a picture, or a folder: nothing else is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import platformdirs
from pygame import Rect

from puzzler.window.overlays.blocks import Line, Words
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.paint import Painter
from puzzler.window.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.scroll_list import Item, ScrollList

_ROWS = 8
_MOST_ENTRIES = 2000


class FilePages:
    """One folder at a time; ``on_choose`` says "" where the file is taken, else why it is not."""

    def __init__(
        self,
        folder: Path,
        suffixes: Sequence[str],
        on_choose: Callable[[Path], str],
        painter: Callable[[], Painter],
        *,
        for_folder: str = "",
    ) -> None:
        """``for_folder``: a folder is chosen, by a button that says this."""
        self._for_folder = for_folder
        self._suffixes = tuple(suffixes)
        self._on_choose = on_choose
        self._folder = folder
        self._entries: list[Path] = []
        self._message = ""
        pictures = platformdirs.user_pictures_path()
        self._list = ScrollList("files", self._choose, painter=painter, on_mark=self._mark)
        self._list.empty = f"There are no {'folders' if for_folder else 'pictures'} here."
        self._up = Button("up", self._go_up, label="Up", icon="up")
        self._home = Button("home", lambda: self._go(Path.home()), label="Home", icon="folder")
        self._pictures = Button(
            "pictures", lambda: self._go(pictures), label="Pictures", icon="picture"
        )
        # a folder that does not exist is not offered
        places = [self._home] if Path.home().is_dir() else []
        places += [self._pictures] if pictures.is_dir() and not for_folder else []
        self._open = Button(
            "open",
            self._take_folder if for_folder else self._open_marked,
            label=for_folder or "Open",
            rank=Rank.PRIMARY,
        )
        cancel = Button("cancel", self._dismiss, label="Cancel")
        self.sheet = Sheet(
            "Choose a folder" if for_folder else "Open a picture",
            (
                Line([self._up, *places]),
                Words(lambda: str(self._folder), units=13),
                _ListBlock(self._list),
                Words(lambda: self._message or " ", units=13),
            ),
            width_units=640,
            foot=(self._open, cancel),
            update=self._update,
        )
        self._go(folder)
        self.sheet.controls.focus(self._list)

    def _update(self) -> None:
        self._up.is_enabled = self._folder.parent != self._folder
        self._open.is_enabled = bool(self._for_folder) or self._list.marked >= 0

    def _go(self, folder: Path) -> None:
        try:
            entries = sorted(folder.iterdir(), key=lambda entry: entry.name.casefold())
        except OSError as error:
            self._message = f"{folder} cannot be read: {error.strerror}"
            return
        seen = [entry for entry in entries if not entry.name.startswith(".")]
        folders = [entry for entry in seen if _is_folder(entry)]
        files = (
            []
            if self._for_folder
            else [entry for entry in seen if entry.suffix.lower() in self._suffixes]
        )
        self._folder = folder
        self._entries = (folders + [file for file in files if _is_file(file)])[:_MOST_ENTRIES]
        self._message = ""
        items = [
            Item(entry.name, icon="folder" if number < len(folders) else "picture")
            for number, entry in enumerate(self._entries)
        ]
        self._list.show(items)

    def _go_up(self) -> None:
        before = self._folder
        self._go(before.parent)
        if before in self._entries:
            self._list.marked = self._entries.index(before)
            self._list.reveal()

    def _mark(self, index: int) -> None:
        self._message = ""

    def _open_marked(self) -> None:
        if self._list.marked >= 0:
            self._choose(self._list.marked)

    def _take_folder(self) -> None:
        self._message = self._on_choose(self._folder)
        if not self._message:
            self.sheet.dismiss()

    def _choose(self, index: int) -> None:
        entry = self._entries[index]
        if _is_folder(entry):
            self._go(entry)
            return
        self._message = self._on_choose(entry)
        if not self._message:
            self.sheet.dismiss()

    def _dismiss(self) -> None:
        self.sheet.dismiss()


class _ListBlock:
    """The list, a fixed number of rows high."""

    def __init__(self, files: ScrollList) -> None:
        self.controls: Sequence[Control] = (files,)
        self._list = files

    def height(self, painter: Painter, width: int) -> int:
        """A fixed number of rows."""
        return _ROWS * painter.target(36) + painter.px(10)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._list.rect = area

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Nothing but the control."""
        return iter(())


def _is_folder(entry: Path) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # nobody may look
        return False


def _is_file(entry: Path) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False
