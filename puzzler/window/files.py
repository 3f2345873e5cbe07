"""Saving and copying: the position, the game, and answers in the form of whoever asked for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from puzzler.board.errors import PuzzlerError
from puzzler.humanize import TIMES, sentence
from puzzler.window.overlays.save_sheet import SaveKind, SavePages
from puzzler.window.overlays.sheet import Block
from puzzler.window.previews import look_at
from puzzler.window.saving import results_folder
from puzzler.window.window import Window

NO_CLIPBOARD = "There is no clipboard to copy to."


def last_folder(desk: Window) -> Path:
    """Where a file was opened or saved last; else the user's documents, or their home."""
    folder = Path(desk.session.settings.folder)
    return folder if desk.session.settings.folder and folder.is_dir() else results_folder()


def remember_folder(desk: Window, folder: Path) -> None:
    """Begin there the next time."""
    try:
        desk.set(folder=str(folder.absolute()))
    except (OSError, ValueError):  # a name that cannot be kept
        return


# ---- Copying -----------------------------------------------------------------------------------


def copy_position(desk: Window) -> None:
    """The board as it stands, as text."""
    rows, columns = desk.session.activity.board.size
    _copy(desk, desk.session.files.position_text(), f"Copied the {rows}{TIMES}{columns} board.")


def copy_share(desk: Window) -> None:
    """The game with its moves and their times, as three lines for a chat."""
    giving = desk.session.files
    try:
        text = giving.share_text()
    except PuzzlerError as error:
        desk.say(sentence(str(error)))
        return
    moves = len(giving.game.moves or ())
    what = f"the board and {moves:,} moves" if moves else "the board"
    _copy(desk, text, f"Copied {what} to share: paste it into any chat.")


def _copy(desk: Window, text: str, words: str) -> None:
    desk.say(words if desk.clipboard.copy(text) else NO_CLIPBOARD)


# ---- Saving ------------------------------------------------------------------------------------


def open_save(
    desk: Window,
    title: str,
    kinds: Sequence[SaveKind],
    stem: str,
    on_save: Callable[[Path, str], str],
    *,
    above: Sequence[Block] = (),
    check: Callable[[str], str] = lambda _: "",
) -> SavePages:
    """Ask for folder, name and kind; ``on_save`` says "" where that is saved, else why not."""

    def save(file: Path, kind: str) -> str:
        problem = on_save(file, kind)
        if not problem:
            remember_folder(desk, file.parent)
        return problem

    pages = SavePages(
        title,
        last_folder(desk),
        stem,
        kinds,
        save,
        lambda: desk.painter,
        desk.clipboard,
        desk.open_menu,
        look=partial(look_at, scenario=desk.session.activity.play.scenario),
        above=above,
        check=check,
    )
    desk.open(pages.sheet)
    return pages
