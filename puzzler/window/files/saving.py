"""Where files are saved, and writing them under new names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import platformdirs

from puzzler import resources
from puzzler.window.dialogs.previews import look_at
from puzzler.window.dialogs.save_file import FileKind, SaveDialog
from puzzler.window.toolkit.element import Child
from puzzler.window.window import Window


def results_folder() -> Path:
    """The user's documents, where there is such a folder; else their home."""
    documents = platformdirs.user_documents_path()
    return documents if documents.is_dir() else Path.home()


def last_folder(window: Window) -> Path:
    """Where a file was opened or saved last; else the user's documents, or their home."""
    folder = Path(window.session.settings.folder)
    return folder if window.session.settings.folder and folder.is_dir() else results_folder()


def remember_folder(window: Window, folder: Path) -> None:
    """Begin there the next time."""
    try:
        window.set(folder=str(folder.absolute()))
    except (OSError, ValueError):  # a name that the settings cannot hold
        return


def save_dialog(
    window: Window,
    title: str,
    stem: str,
    kinds: Sequence[FileKind],
    on_save: Callable[[Path, str], str],
    above: Callable[[], Sequence[Child]] = lambda: (),
) -> SaveDialog:
    """A dialog that begins in the last folder, and remembers where something was saved."""

    def save(file: Path, kind: str) -> str:
        problem = on_save(file, kind)
        if not problem:
            remember_folder(window, file.parent)
        return problem

    look = partial(look_at, scenario=window.session.scenario)
    folder = last_folder(window)
    return SaveDialog(window.ui, title, folder, stem, kinds, save, look=look, above=above)


def save_text(text: str, folder: Path, stem: str, suffix: str) -> str:
    """Write a file of a new name into ``folder``; one line that says where, or why it is not."""
    for number in range(1, 1000):
        file = folder / (f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}")
        try:
            with file.open("x", encoding="utf-8", newline="") as stream:
                stream.write(text)
        except FileExistsError:
            continue
        except OSError as error:
            return f"Nothing could be saved in {folder}: {error.strerror}"
        return f"Saved {file}"
    return f"Nothing could be saved in {folder}: too many files"


def save_new(content: str | bytes, folder: Path, stem: str, suffix: str) -> str:
    """The same, written atomically."""
    try:
        file = new_file(folder, stem, suffix)
        resources.write_atomically(file, content)
    except OSError as error:
        return f"Nothing could be saved in {folder}: {error.strerror}"
    return f"Saved {file}"


def new_file(folder: Path, stem: str, suffix: str) -> Path:
    """A file in ``folder`` that is not there yet."""
    number, file = 1, folder / f"{stem}{suffix}"
    while file.exists():
        number += 1
        file = folder / f"{stem}-{number}{suffix}"
    return file
