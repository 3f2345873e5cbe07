"""A folder as a list: folders by their names, then files, the newest first, and what is in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from puzzler.humanize import date_and_time
from puzzler.window.export.recorder import MP4
from puzzler.window.previews import SEEN_SUFFIXES, Previews, Told
from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.preview_list import FILE_UNITS, PreviewList
from puzzler.window.widgets.scroll_list import Item

MOST_ENTRIES = 2000
_MOST_SEEN = 20_000
PLAIN_UNITS = 36
"""Height of a row without a preview."""


class FolderList:
    """One folder at a time. ``go`` to another, ``update`` in every tick, ``close`` at the end."""

    def __init__(
        self,
        on_choose: Callable[[Path], None],
        painter: Callable[[], Painter],
        *,
        suffixes: Sequence[str],
        look: Callable[[Path], Told] | None = None,
        empty: str = "",
        on_mark: Callable[[Path], None] | None = None,
    ) -> None:
        """``suffixes``: of the files that are shown; none for folders alone.

        ``look`` tells of a file what is shown beside its name. ``on_choose`` gets files; folders
        are gone into.
        """
        self.folder = Path()  # none yet
        self.trouble = ""
        """Why the last folder that was asked for is not shown; "" where it is."""
        self.entries: list[Path] = []
        self._suffixes = frozenset(suffixes)
        self._on_choose, self._on_mark = on_choose, on_mark
        self._folders = 0
        self._times: list[float] = []
        self._previews = None if look is None else Previews(look)
        units = PLAIN_UNITS if look is None else FILE_UNITS
        self.row_units = units
        self.list = PreviewList(
            "files",
            self._choose,
            painter=painter,
            on_mark=self._mark,
            row_units=units,
            boards=0 if look is None else 1,
        )
        self.list.empty = empty

    @property
    def is_busy(self) -> bool:
        """Previews are to come."""
        return self._previews is not None and self._previews.is_busy

    @property
    def marked(self) -> Path | None:
        """The entry that Enter would choose."""
        index = self.list.marked
        return self.entries[index] if 0 <= index < len(self.entries) else None

    def go(self, folder: Path) -> bool:
        """Show ``folder``; False where it cannot be read, and ``trouble`` says why."""
        try:
            folders, files = self._read(folder)
        except OSError as error:
            self.trouble = f"{folder} cannot be read: {error.strerror}"
            if self.folder == Path():
                self.folder = folder
            return False
        self.folder, self.trouble, self._folders = folder, "", len(folders)
        shown = [*((path, 0.0) for path in folders), *files][:MOST_ENTRIES]
        self.entries = [path for path, _ in shown]
        self._times = [changed for _, changed in shown]
        if self._previews is not None:
            self._previews.begin(self.entries[self._folders :])
        self.list.show([self._item(index, " ") for index in range(len(self.entries))])
        return True

    def go_up(self) -> None:
        """To the folder around, where the one before is marked."""
        before = self.folder
        if self.go(before.parent) and before in self.entries:
            self.list.marked = self.entries.index(before)
            self.list.reveal()

    def mark(self, file: Path) -> None:
        """Mark ``file``, where it is shown."""
        self.list.marked = self.entries.index(file) if file in self.entries else -1
        self.list.reveal()

    def update(self) -> None:
        """Show what has been found out since."""
        if self._previews is None:
            return
        self._previews.want(self.list.first - self._folders)
        for place, (words, preview) in self._previews.take():
            index = place + self._folders
            self.list.tell(index, self._item(index, words), preview)

    def close(self) -> None:
        """Look at no more files; harmless to repeat."""
        if self._previews is not None:
            self._previews.close()

    def _read(self, folder: Path) -> tuple[list[Path], list[tuple[Path, float]]]:
        folders, files = list[Path](), list[tuple[Path, float]]()
        with os.scandir(folder) as entries:
            for entry in islice(entries, _MOST_SEEN):
                if entry.name.startswith("."):
                    continue
                try:
                    if entry.is_dir():
                        folders.append(Path(entry.path))
                    elif Path(entry.name).suffix.lower() in self._suffixes and entry.is_file():
                        files.append((Path(entry.path), entry.stat().st_mtime))
                except OSError:  # nobody may look
                    continue
        folders.sort(key=lambda path: path.name.casefold())
        files.sort(key=lambda file: (-file[1], file[0].name.casefold()))
        return folders, files

    def _item(self, index: int, detail: str) -> Item:
        entry = self.entries[index]
        if self._previews is None:
            return Item(entry.name, icon="folder")
        if index < self._folders:
            return Item(entry.name, icon="folder", detail="Folder")
        suffix = entry.suffix.lower()
        icon = "play" if suffix == MP4 else "picture" if suffix in SEEN_SUFFIXES else "copy"
        return Item(entry.name, date_and_time(self._times[index]), icon, detail)

    def _choose(self, index: int) -> None:
        if index < self._folders:
            self.go(self.entries[index])
        else:
            self._on_choose(self.entries[index])

    def _mark(self, index: int) -> None:
        if self._on_mark is not None:
            self._on_mark(self.entries[index])
