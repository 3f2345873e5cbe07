"""The folder used last, and the dialog that saves into it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from puzzler.window.dialogs.previews import look_at
from puzzler.window.dialogs.save_file import FileKind, SaveDialog
from puzzler.window.export.saving import results_folder
from puzzler.window.toolkit.element import Child
from puzzler.window.window import Window


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

    look = partial(look_at, scenario=window.session.activity.play.scenario)
    folder = last_folder(window)
    return SaveDialog(window.ui, title, folder, stem, kinds, save, look=look, above=above)
