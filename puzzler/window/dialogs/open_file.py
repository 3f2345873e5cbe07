"""A dialog to choose a file, or a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from puzzler.window.dialogs.folder import Folder
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
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
    label: str = "Open",
) -> None:
    """Ask for a file in ``folder``; ``on_choose`` returns "" or why the file cannot be used.

    Without ``suffixes`` for a folder: the one that is shown. ``empty`` is said of a folder without
    such files; ``label`` is on the button that chooses.
    """

    def choose(path: Path) -> str:
        problem = on_choose(path)
        if not problem:
            window.ui.close(KEY)
        return problem

    def confirm() -> None:
        if suffixes:
            files.choose()
        else:
            choose(files.path)

    def build() -> Dialog:
        is_ready = not suffixes or files.marked is not None
        return Dialog(
            title,
            files.bar(has_pictures=bool(suffixes)),
            files.listing(),
            said=files.problem,
            confirm=Button(label, confirm, rank=Rank.PRIMARY, enabled=is_ready, key="open"),
            size=680,
        )

    files = Folder(window, choose, suffixes=suffixes, empty=empty, rows=5 if suffixes else 8)
    files.go(folder)
    window.ui.open(build, KEY, poll=files.poll, on_close=files.close, focus="files")
