"""Saving and copying: the position, the game, and answers in the form of whoever asked for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from puzzler import resources
from puzzler.board.errors import PuzzlerError
from puzzler.formats.registry import FORMATS
from puzzler.game.giving import GRID, SHARE, Piece
from puzzler.window.desk import Desk
from puzzler.window.overlays.blocks import Line
from puzzler.window.overlays.save_sheet import SaveKind, SavePages
from puzzler.window.overlays.sheet import Block
from puzzler.window.previews import look_at
from puzzler.window.saving import new_file, results_folder
from puzzler.window.widgets.segmented import Segmented
from puzzler.words import TIMES, sentence

NO_CLIPBOARD = "There is no clipboard to copy to."
NO_ANSWER = "There is no answer to save yet: watch the AI solve the board first."
_SUFFIX = ".txt"
_PIECES = {Piece.POSITION: "Position", Piece.GAME: "Start and moves", Piece.ANSWER: "Answer"}


def last_folder(desk: Desk) -> Path:
    """Where a file was opened or saved last; else the user's documents, or their home."""
    folder = Path(desk.session.settings.folder)
    return folder if desk.session.settings.folder and folder.is_dir() else results_folder()


def remember_folder(desk: Desk, folder: Path) -> None:
    """Begin there the next time."""
    try:
        desk.set(folder=str(folder.absolute()))
    except (OSError, ValueError):  # a name that cannot be kept
        return


# ---- Copying -----------------------------------------------------------------------------------


def copy_position(desk: Desk) -> None:
    """The board as it stands, as text."""
    rows, columns = desk.session.board.size
    _copy(desk, desk.session.giving.position_text(), f"Copied the {rows}{TIMES}{columns} board.")


def copy_share(desk: Desk) -> None:
    """The game with its moves and their times, as three lines for a chat."""
    giving = desk.session.giving
    try:
        text = giving.share_text()
    except PuzzlerError as error:
        desk.say(sentence(str(error)))
        return
    moves = len(giving.game.moves or ())
    what = f"the board and {moves:,} moves" if moves else "the board"
    _copy(desk, text, f"Copied {what} to share: paste it into any chat.")


def _copy(desk: Desk, text: str, words: str) -> None:
    desk.say(words if desk.clipboard.copy(text) else NO_CLIPBOARD)


# ---- Saving ------------------------------------------------------------------------------------


def open_save(
    desk: Desk,
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
        look=partial(look_at, scenario=desk.session.scenario),
        above=above,
        check=check,
    )
    desk.open(pages.sheet)
    return pages


def open_save_board(desk: Desk, piece: Piece = Piece.POSITION) -> None:
    """Save the position, the game or the answer, in any format that can say it."""
    giving = desk.session.giving
    pieces = [(each, words) for each, words in _PIECES.items() if giving.has(each)]
    chosen = [piece if giving.has(piece) else Piece.POSITION]

    def turn_to(piece: Piece) -> None:
        chosen[0] = segments.chosen = piece
        pages.offer(kinds(), first())

    def kinds() -> list[SaveKind]:
        return [
            SaveKind(form.name, form.name, _SUFFIX, sentence(form.summary))
            for form in giving.forms(chosen[0])
        ]

    def first() -> str:
        """The format that the board came in, where it can be written; else what is commonest."""
        names = [kind.name for kind in kinds()]
        origin = giving.origin if chosen[0] is Piece.ANSWER else desk.session.receiving.origin
        came_in = "" if origin is None else origin.contents.form
        wanted = (came_in, SHARE if chosen[0] is Piece.GAME else GRID, *names)
        fitting = (name for name in wanted if name in names and not check(name))
        return next(fitting, names[0] if names else "")

    def check(kind: str) -> str:
        try:
            giving.text(chosen[0], FORMATS[kind])
        except PuzzlerError as error:
            return sentence(str(error))
        return ""

    def save(file: Path, kind: str) -> str:
        try:
            words = _write(desk, chosen[0], kind, file)
        except PuzzlerError as error:
            return sentence(str(error))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "no file has such a name"
            return f"{file.name} cannot be written: {reason}"
        desk.say(words)
        return ""

    segments: Segmented[Piece] = Segmented("piece", pieces, turn_to)
    segments.chosen = chosen[0]
    above = [Line([segments])] if len(pieces) > 1 else []
    pages = open_save(desk, "Save", kinds(), _stem(desk), save, above=above, check=check)
    pages.offer(kinds(), first())


def save_answer(desk: Desk) -> None:
    """One press: the answer in the form that its board came in, beside that file."""
    giving = desk.session.giving
    if giving.result is None:
        desk.say(NO_ANSWER)
        return
    form, origin = giving.answer_form, giving.origin
    if form is None or origin is None:
        open_save_board(desk, Piece.ANSWER)
        return
    folder = last_folder(desk) if origin.file is None else origin.file.parent
    stem = "puzzle" if origin.file is None else origin.file.stem
    try:
        file = new_file(folder, f"{stem}_solution", _SUFFIX)
        desk.say(_write(desk, Piece.ANSWER, form.name, file))
    except PuzzlerError as error:
        desk.say(sentence(str(error)))
    except OSError as error:
        desk.say(f"Nothing could be saved in {folder}: {error.strerror}")


def answer_words(desk: Desk) -> str:
    """What ``save_answer`` would do: Save the answer as lodz."""
    form = desk.session.giving.answer_form
    return "Save the answer" if form is None else f"Save the answer as {form.name}"


def _write(desk: Desk, piece: Piece, kind: str, file: Path) -> str:
    """Write ``file``, and where the format has one the file of figures; what was saved."""
    giving, form = desk.session.giving, FORMATS[kind]
    resources.write_atomically(file, giving.text(piece, form))
    figures = giving.figures(form) if piece is Piece.ANSWER else ""
    if not figures:
        return f"Saved {file}"
    stem = file.stem.removesuffix("_solution")
    second = new_file(file.parent, f"{stem}_figures", _SUFFIX)
    resources.write_atomically(second, figures)
    return f"Saved {file} and {second.name}"


def _stem(desk: Desk) -> str:
    """A name to begin with: that of the file it came from, else its shape."""
    origin = desk.session.receiving.origin
    if origin is not None and origin.file is not None:
        return origin.file.stem
    rows, columns = desk.session.board.size
    return f"board-{rows}x{columns}"
