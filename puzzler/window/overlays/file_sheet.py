"""A sheet to choose a file, or a folder: nothing else is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import platformdirs
import pygame

from puzzler.window.overlays.blocks import Line, Words
from puzzler.window.overlays.folder_list import FolderList
from puzzler.window.overlays.list_block import ListBlock
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.previews import Told
from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.button import Button, Rank

_ROWS, _PLAIN_ROWS = 5, 8


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
        title: str = "Open a picture",
        empty: str = "There are no pictures here.",
        look: Callable[[Path], Told] | None = None,
    ) -> None:
        """``for_folder``: a folder is chosen, by a button that says this.

        ``look`` tells of a file what is shown beside its name; ``empty`` is said of a folder
        without files.
        """
        self._for_folder = for_folder
        self._on_choose = on_choose
        self._message = ""
        self._files = FolderList(
            self._choose,
            painter,
            suffixes=() if for_folder else suffixes,
            look=None if for_folder else look,
            empty="There are no folders here." if for_folder else empty,
            on_mark=self._mark,
        )
        self._up = Button("up", self._files.go_up, label="Up", icon="up")
        self._open = Button(
            "open",
            self._take_folder if for_folder else self._open_marked,
            label=for_folder or "Open",
            rank=Rank.PRIMARY,
        )
        cancel = Button("cancel", self._dismiss, label="Cancel")
        self._line = Words(lambda: self._told or " ", units=13)
        rows = _PLAIN_ROWS if self._files.row_units < 50 else _ROWS
        self.sheet = Sheet(
            "Choose a folder" if for_folder else title,
            (
                Line([self._up, *places(self._go, is_for_files=not for_folder)]),
                Words(lambda: str(self._files.folder), units=13),
                ListBlock(self._files.list, rows, self._files.row_units),
                self._line,
            ),
            width_units=680,
            foot=(self._open, cancel),
            update=self._update,
            on_close=self._files.close,
            is_moving=lambda: self._files.is_busy,
        )
        self._go(folder)
        self.sheet.controls.focus(self._files.list)

    def _update(self) -> None:
        self._files.update()
        self._up.is_enabled = self._files.folder.parent != self._files.folder
        self._open.is_enabled = bool(self._for_folder) or self._files.marked is not None

    def _go(self, folder: Path) -> None:
        self._files.go(folder)
        self._say("")

    def _mark(self, file: Path) -> None:
        self._say("")

    def _say(self, words: str) -> None:
        """Below the list, in as many lines as it takes."""
        self._message = words
        if self._told:
            self.sheet.reveal(self._line)
        else:
            self.sheet.arrange()

    @property
    def _told(self) -> str:
        return self._message or self._files.trouble

    def _open_marked(self) -> None:
        self._files.list.key(pygame.K_RETURN)

    def _take_folder(self) -> None:
        self._choose(self._files.folder)

    def _choose(self, file: Path) -> None:
        self._say(self._on_choose(file))
        if not self._message:
            self._dismiss()

    def _dismiss(self) -> None:
        self.sheet.dismiss()


def places(go: Callable[[Path], None], *, is_for_files: bool) -> list[Button]:
    """Buttons that go to well-known folders; one that does not exist is not offered."""
    pictures, home = platformdirs.user_pictures_path(), Path.home()
    buttons = []
    if home.is_dir():
        buttons.append(Button("home", lambda: go(home), label="Home", icon="folder"))
    if pictures.is_dir() and is_for_files:
        buttons.append(Button("pictures", lambda: go(pictures), label="Pictures", icon="picture"))
    return buttons
