"""A dialog to choose a file, or a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from puzzler.window.dialogs.folder import Folder
from puzzler.window.dialogs.previews import Summary
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog
from puzzler.window.toolkit.element import Context

KEY = "open file"


def choose_file(
    ui: Context,
    title: str,
    folder: Path,
    suffixes: Sequence[str],
    on_choose: Callable[[Path], str],
    *,
    empty: str,
    look: Callable[[Path], Summary],
) -> None:
    """Ask for a file in ``folder``; ``on_choose`` returns "" or why the file cannot be used.

    ``look`` returns what is shown of a file; ``empty`` is said of a folder without such files.
    """
    problem = ""

    def say(words: str) -> None:
        nonlocal problem
        problem = words

    def choose(file: Path) -> None:
        say(on_choose(file))
        if not problem:
            ui.close(KEY)

    files = Folder(choose, suffixes=suffixes, look=look, empty=empty, on_mark=lambda file: say(""))

    def build() -> Dialog:
        return Dialog(
            title,
            files.bar(has_pictures=True),
            files.listing(),
            said=problem or files.problem,
            foot=(
                Button("Cancel", ui.close, key="cancel"),
                Button(
                    "Open", files.choose, rank=Rank.PRIMARY, enabled=files.marked is not None,
                    key="open",
                ),
            ),
            size=680,
        )  # fmt: skip

    files.go(folder)
    ui.open(build, KEY, poll=files.poll, on_close=files.close, focus="files")


def choose_folder(
    ui: Context, folder: Path, label: str, on_choose: Callable[[Path], object]
) -> None:
    """Ask for a folder; ``label`` is on the button that chooses the one that is shown."""
    folders = Folder(lambda file: None, empty="There are no folders here.", rows=8)

    def choose() -> None:
        ui.close(KEY)
        on_choose(folders.path)

    def build() -> Dialog:
        return Dialog(
            "Choose a folder",
            folders.bar(),
            folders.listing(),
            said=folders.problem,
            foot=(
                Button("Cancel", ui.close, key="cancel"),
                Button(label, choose, rank=Rank.PRIMARY, key="open"),
            ),
            size=680,
        )

    folders.go(folder)
    ui.open(build, KEY, focus="files")
