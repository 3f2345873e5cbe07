"""The position, the game and answers as files, in the form of whoever asked for them."""

from __future__ import annotations

from pathlib import Path

from puzzler import resources
from puzzler.board.errors import PuzzlerError
from puzzler.formats.format import Format
from puzzler.formats.registry import FORMATS
from puzzler.game.files.files import GRID, SHARE, Piece
from puzzler.humanize import listed, sentence
from puzzler.window.files import last_folder, open_save
from puzzler.window.overlays.blocks import Line
from puzzler.window.overlays.save_sheet import SaveKind
from puzzler.window.saving import new_file
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.window import Window

NO_ANSWER = "There is no answer to save yet: watch the AI solve the board first."
_SUFFIX = ".txt"
_SOLUTION = "_solution"
"""Behind the name of a board in that of its answer."""
_PIECES = {Piece.POSITION: "Position", Piece.GAME: "Start and moves", Piece.ANSWER: "Answer"}


def open_save_board(desk: Window, piece: Piece = Piece.POSITION) -> None:
    """Save the position, the game or the answer, in any format that can say it."""
    _BoardSaving(desk, piece).open()


def save_answer(desk: Window) -> None:
    """One press: the answer in the form that its board came in, beside that file."""
    giving = desk.session.files
    if giving.result is None:
        desk.say(NO_ANSWER)
        return
    form, origin = giving.answer_form, giving.origin
    if form is None or origin is None:
        open_save_board(desk, Piece.ANSWER)
        return
    folder = last_folder(desk) if origin.file is None else origin.file.parent
    stem = "puzzle" if origin.file is None else origin.file.stem
    if origin.contents.name.isalnum():  # one of a list
        stem += f"_{origin.contents.name}"
    try:
        file = new_file(folder, f"{stem}{_SOLUTION}", _SUFFIX)
        desk.say(_write(desk, Piece.ANSWER, form.name, file))
    except PuzzlerError as error:
        desk.say(sentence(str(error)))
    except OSError as error:
        desk.say(f"Nothing could be saved in {folder}: {error.strerror}")


def answer_words(desk: Window) -> str:
    """What ``save_answer`` would do: Save the answer as lodz."""
    form = desk.session.files.answer_form
    return "Save the answer" if form is None else f"Save the answer as {form.name}"


class _BoardSaving:
    """What is saved, and what each format would make of it."""

    def __init__(self, desk: Window, piece: Piece) -> None:
        self._desk = desk
        self._giving = desk.session.files
        self._piece = piece if self._giving.has(piece) else Piece.POSITION
        self._faults: dict[str, str] = {}  # of the formats that cannot say it, by their names
        self._lost: dict[str, tuple[str, ...]] = {}  # what the others leave out

    def open(self) -> None:
        """Ask what, in which format, and where."""
        pieces = [(each, words) for each, words in _PIECES.items() if self._giving.has(each)]

        def turn_to(piece: Piece) -> None:
            self._piece = segments.chosen = piece
            pages.offer(self._kinds(), self._first())

        segments: Segmented[Piece] = Segmented("piece", pieces, turn_to)
        segments.chosen = self._piece
        pages = open_save(
            self._desk,
            "Save",
            self._kinds(),
            _stem(self._desk) + (_SOLUTION if self._piece is Piece.ANSWER else ""),
            self._save,
            above=[Line([segments])] if len(pieces) > 1 else [],
            check=lambda kind: self._faults.get(kind, ""),
        )
        pages.offer(self._kinds(), self._first())

    def _kinds(self) -> list[SaveKind]:
        self._faults, self._lost = {}, {}
        return [self._kind(form) for form in self._giving.forms(self._piece)]

    def _kind(self, form: Format) -> SaveKind:
        note = sentence(form.summary)
        try:
            lost = self._lost[form.name] = self._giving.written(self._piece, form).lost
            note += f". It leaves out {listed([*lost])}" if lost else ""
        except PuzzlerError as error:
            note = self._faults[form.name] = sentence(str(error))
        return SaveKind(form.name, form.name, _SUFFIX, note)

    def _first(self) -> str:
        """The format that the board came in, where that says it all; else what is commonest."""
        receiving, lost = self._desk.session.files, self._lost
        origin = self._giving.origin if self._piece is Piece.ANSWER else receiving.origin
        came_in = "" if origin is None else origin.contents.form
        wanted = (came_in, SHARE if self._piece is Piece.GAME else GRID, *lost)
        whole = (name for name in wanted if name in lost and not lost[name])
        return next(whole, next((name for name in wanted if name in lost), SHARE))

    def _save(self, file: Path, kind: str) -> str:
        """Why nothing was saved; "" where it was, which the line says."""
        try:
            words = _write(self._desk, self._piece, kind, file)
        except PuzzlerError as error:
            return sentence(str(error))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "no file has such a name"
            return f"{file.name} cannot be written: {reason}"
        self._desk.say(words)
        return ""


def _write(desk: Window, piece: Piece, kind: str, file: Path) -> str:
    """Write ``file``, and where the format has one the file of figures; what was saved."""
    giving, form = desk.session.files, FORMATS[kind]
    resources.write_atomically(file, giving.written(piece, form).text)
    figures = giving.figures(form) if piece is Piece.ANSWER else ""
    if not figures:
        return f"Saved {file}"
    stem = file.stem.removesuffix(_SOLUTION)
    second = new_file(file.parent, f"{stem}_figures", _SUFFIX)
    resources.write_atomically(second, figures)
    return f"Saved {file} and {second.name}"


def _stem(desk: Window) -> str:
    """A name to begin with: that of the file it came from, else its shape."""
    origin = desk.session.files.origin
    if origin is not None and origin.file is not None:
        return origin.file.stem
    rows, columns = desk.session.activity.board.size
    return f"board-{rows}x{columns}"
