"""Reading a folder for a file dialog: its folders, its files and their previews."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import platformdirs

from puzzler.humanize import date_and_time
from puzzler.window.dialogs.previews import PREVIEW_SUFFIXES, Summary
from puzzler.window.export.recorder import MP4
from puzzler.window.toolkit.list import Item

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
