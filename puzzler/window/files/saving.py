"""Copying and saving the position, the game and the solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from puzzler import resources
from puzzler.board.errors import PuzzlerError
from puzzler.formats.format import Format
from puzzler.formats.registry import FORMATS
from puzzler.game.files.files import GRID, SHARE
from puzzler.game.files.text_reader import TextPiece
from puzzler.game.play.finish import finish_line
from puzzler.humanize import TIMES, counted, listed, sentence
from puzzler.progress import Reporter, one_step
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer
from puzzler.window.dialogs.save_file import FileKind, SaveDialog
from puzzler.window.export.saving import new_file, usual_folder
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.element import Child

NO_ANSWER = "No solution to save yet. Watch the AI solve the board first."
_SUFFIX = ".txt"
_SOLUTION = "_solution"
"""Appended to the name of a board for the file with its solution."""
_SHORT = 10_000
"""Boards with fewer numbers in total are converted to all formats without a delay."""
_USUAL = SHARE, GRID
"""The names of the formats that are listed first."""
_PIECES = {
    TextPiece.POSITION: "Position",
    TextPiece.GAME: "Start and moves",
    TextPiece.ANSWER: "Solution",
}


def copy_position(window: Window) -> None:
    """Copy the current board as text."""
    rows, columns = window.session.activity.board.size
    text, words = window.session.files.position_text(), f"Copied the {rows}{TIMES}{columns} board."
    window.say(window.copied(text, words))


def copy_share(window: Window) -> None:
    """Copy the board, the moves and their times as three lines of text."""
    files = window.session.files
    try:
        text = files.share_text()
    except PuzzlerError as error:
        window.say(sentence(str(error)))
        return
    moves = len(files.game.moves or ())
    what, them = "the board", "it"
    if moves:
        what, them = f"the board and {counted(moves, 'move')}", "them"
    window.say(window.copied(text, f"Copied {what}. Paste {them} into any chat."))


def copy_result(window: Window) -> None:
    """Copy the result of the solve as one line of text."""
    play = window.shown.play
    if play.finish is not None:
        text = finish_line(play.finish, play.scenario)
        window.say(window.copied(text, "Copied the result."))


def open_save_board(window: Window, piece: TextPiece = TextPiece.POSITION) -> None:
    """Open the dialog that saves the position, the game or the solution in any format."""
    _SaveBoard(window, piece)


def save_answer(window: Window) -> None:
    """Save the solution next to the imported file in its format, or open a dialog."""
    files = window.session.files
    if files.result is None:
        window.say(NO_ANSWER)
        return
    form, origin = files.answer_form, files.origin
    if form is None or origin is None:
        open_save_board(window, TextPiece.ANSWER)
        return
    folder = None if origin.file is None else origin.file.parent
    stem = "puzzle" if origin.file is None else origin.file.stem
    if origin.contents.name.isalnum():  # one of a list
        stem += f"_{origin.contents.name}"
    last = window.session.settings.folder

    def new() -> Path:
        return new_file(folder or usual_folder(last), f"{stem}{_SOLUTION}", _SUFFIX)

    _write(window, TextPiece.ANSWER, form.name, new, window.say)


def save_answer_text(window: Window) -> str:
    """Describe ``save_answer``: "Save the solution as lodz"."""
    form = window.session.files.answer_form
    return "Save the solution" if form is None else f"Save the solution as {form.name}"


class _SaveBoard:
    def __init__(self, window: Window, piece: TextPiece) -> None:
        self.window, self.files = window, window.session.files
        self.piece = piece if self.files.has(piece) else TextPiece.POSITION
        self._lost: dict[str, tuple[str, ...]] = {}  # omitted data by name of the format
        self._pieces = [Option(each, words) for each, words in _PIECES.items()
                        if self.files.has(each)]  # fmt: skip
        stem = _stem(window) + (_SOLUTION if self.piece is TextPiece.ANSWER else "")
        # the formats that cannot represent it are found in the background
        kinds = [_file_kind(form) for form in FORMATS.values()]
        self.dialog = SaveDialog(window, "Save", stem, kinds, self._save, self._above)
        self._choose_piece(self.piece)

    def _above(self) -> Sequence[Child]:
        if len(self._pieces) < 2:
            return ()
        return (
            Segments(
                self._pieces,
                self.piece,
                self._choose_piece,
                accessible_name="What to save",
                key="piece",
            ),
        )

    def _choose_piece(self, piece: TextPiece) -> None:
        self.piece = piece
        is_short = self.files.length(piece) <= _SHORT
        background = self.window.session.background
        background.run("formats", "", self._kinds, self._offer, is_short=is_short)

    def _offer(self, kinds: list[FileKind]) -> None:
        self.dialog.offer(kinds, self._first())
        self.window.ui.rebuild()

    def _kinds(self, report: Reporter) -> list[FileKind]:
        self._lost, kinds = {}, list[FileKind]()
        for form in self.files.forms(self.piece):
            report(None)
            note, problem = sentence(form.written or form.summary), ""
            try:
                lost = self._lost[form.name] = self.files.written(self.piece, form).lost
                note += f". Not saved: {listed([*lost])}" if lost else ""
            except PuzzlerError as error:
                note = problem = sentence(str(error))
                if form.goals and "requires the goal" in problem:
                    note = f"Only for the goal {listed([*form.goals])}"
            kinds.append(_file_kind(form, note, problem))
        return sorted(kinds, key=lambda kind: (bool(kind.problem), kind.name not in _USUAL))

    def _first(self) -> str:
        """The format of the imported file if nothing is omitted, else the most common format."""
        lost, origin = self._lost, self.files.origin
        imported = "" if origin is None else origin.contents.form
        preferred = (imported, SHARE if self.piece is TextPiece.GAME else GRID, *lost)
        complete = (name for name in preferred if name in lost and not lost[name])
        return next(complete, next((name for name in preferred if name in lost), SHARE))

    def _save(self, file: Path, kind: str, answer: Answer) -> None:
        _write(self.window, self.piece, kind, lambda: file, answer)


def _write(
    window: Window, piece: TextPiece, kind: str, choose: Callable[[], Path], answer: Answer
) -> None:
    """Write the file and, for some formats, a second file with figures. Show their names.

    choose: returns the file; called in the background. answer: called with "" or an error.
    """
    session, form = window.session, FORMATS[kind]
    try:
        make = session.files.writing(piece, form)
    except PuzzlerError as error:
        answer(sentence(str(error)))
        return

    def take(words: str) -> None:
        answer("")
        window.say(words)

    session.background.run(
        "save",
        "Saving the file",
        one_step(partial(_written, make, choose)),
        take,
        fail=lambda problem: answer(sentence(problem)),
        prepare=session.context.prepare if form.needs_f_values else None,
    )


def _written(make: Callable[[], tuple[str, str]], choose: Callable[[], Path]) -> str:
    text, figures = make()
    file = choose()
    try:
        resources.write_atomically(file, text)
        if not figures:
            return f"Saved {file}"
        stem = file.stem.removesuffix(_SOLUTION)
        second = new_file(file.parent, f"{stem}_figures", _SUFFIX)
        resources.write_atomically(second, figures)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "invalid file name"
        raise PuzzlerError(f"{file} could not be saved: {reason}") from error
    return f"Saved {file} and {second.name}"


def _file_kind(form: Format, note: str = "", problem: str = "") -> FileKind:
    return FileKind(form.name, form.title, form.suffix, note, problem)


def _stem(window: Window) -> str:
    origin = window.session.files.origin
    if origin is not None and origin.file is not None:
        return origin.file.stem
    rows, columns = window.session.activity.board.size
    return f"board-{rows}x{columns}"
