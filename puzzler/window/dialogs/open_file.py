"""A dialog to choose a file, or a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from puzzler.window.dialogs.folder import Folder
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Context
from puzzler.window.window import Window

KEY = "open file"


def choose_file(
    window: Window,
    title: str,
    folder: Path,
    suffixes: Sequence[str],
    on_choose: Callable[[Path], str],
    *,
    empty: str = "No matching files here.",
) -> None:
    """Ask for a file in ``folder``; ``on_choose`` returns "" or why the file cannot be used.

    ``empty`` is said of a folder without such files.
    """

    def choose(file: Path) -> str:
        problem = on_choose(file)
        if not problem:
            window.ui.close(KEY)
        return problem

    files = Folder(window, choose, suffixes=suffixes, empty=empty)
    _open(window.ui, title, folder, files, "Open", files.choose, has_pictures=True, needs_mark=True)


def choose_folder(
    window: Window, folder: Path, label: str, on_choose: Callable[[Path], object]
) -> None:
    """Ask for a folder; ``label`` is on the button that chooses the one that is shown."""

    def choose() -> None:
        window.ui.close(KEY)
        on_choose(folders.path)

    folders = Folder(window, lambda file: "", empty="No folders here.", rows=8)
    _open(window.ui, "Choose a folder", folder, folders, label, choose)


def _open(
    ui: Context,
    title: str,
    folder: Path,
    files: Folder,
    label: str,
    do: Callable[[], object],
    *,
    has_pictures: bool = False,
    needs_mark: bool = False,
) -> None:
    def build() -> Dialog:
        is_ready = not needs_mark or files.marked is not None
        return Dialog(
            title,
            files.bar(has_pictures=has_pictures),
            files.listing(),
            said=files.problem,
            foot=(
                Button("Cancel", ui.close, key="cancel"),
                Button(label, do, rank=Rank.PRIMARY, enabled=is_ready, key="open"),
            ),
            size=680,
        )

    files.go(folder)
    ui.open(build, KEY, poll=files.poll, on_close=files.close, focus="files")
