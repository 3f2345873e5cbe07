"""Copying and saving: the position, the game, and solutions in the format that they are due in."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path

from puzzler import resources
from puzzler.board.errors import PuzzlerError
from puzzler.formats.registry import FORMATS
from puzzler.game.files.files import GRID, SHARE, TextPiece
from puzzler.game.play.playing import finish_line
from puzzler.humanize import TIMES, listed, sentence
from puzzler.progress import one_step
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer
from puzzler.window.dialogs.save_file import FileKind, SaveDialog
from puzzler.window.export.saving import new_file, usual_folder
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.element import Child

NO_ANSWER = "No solution to save yet: watch the AI solve the board first."
_SUFFIX = ".txt"
_SOLUTION = "_solution"
"""Behind the name of a board in that of its solution."""
_SHORT = 10_000
"""Numbers on boards that are written in every format at once."""
_PIECES = {
    TextPiece.POSITION: "Position",
    TextPiece.GAME: "Start and moves",
    TextPiece.ANSWER: "Solution",
}


def copy_position(window: Window) -> None:
    """The board as it stands, as text."""
    rows, columns = window.session.activity.board.size
    text, words = window.session.files.position_text(), f"Copied the {rows}{TIMES}{columns} board."
    window.say(window.copied(text, words))


def copy_share(window: Window) -> None:
    """The game with its moves and their times, as three lines for a chat."""
    files = window.session.files
    try:
        text = files.share_text()
    except PuzzlerError as error:
        window.say(sentence(str(error)))
        return
    moves = len(files.game.moves or ())
    what = f"the board and {moves:,} moves" if moves else "the board"
    window.say(window.copied(text, f"Copied {what} to share: paste it into any chat."))


def copy_result(window: Window) -> None:
    """What the solve came to, as one line for a chat."""
    play = window.shown.play
    if play.finish is not None:
        text = finish_line(play.finish, play.scenario)
        window.say(window.copied(text, "Copied the result to share."))


def open_save_board(window: Window, piece: TextPiece = TextPiece.POSITION) -> None:
    """Save the position, the game or the solution, in any format that can say it."""
    _SaveBoard(window, piece)


def save_answer(window: Window) -> None:
    """One press: the solution in the form that its board came in, beside that file."""
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


def answer_words(window: Window) -> str:
    """What ``save_answer`` would do: Save the solution as lodz."""
    form = window.session.files.answer_form
    return "Save the solution" if form is None else f"Save the solution as {form.name}"


class _SaveBoard:
    def __init__(self, window: Window, piece: TextPiece) -> None:
        self.window, self.files = window, window.session.files
        self.piece = piece if self.files.has(piece) else TextPiece.POSITION
        self._lost: dict[str, tuple[str, ...]] = {}  # what the formats leave out, by their names
        self._pieces = [Option(each, words) for each, words in _PIECES.items()
                        if self.files.has(each)]  # fmt: skip
        stem = _stem(window) + (_SOLUTION if self.piece is TextPiece.ANSWER else "")
        # which of them can say it is known as soon as that was tried
        kinds = [FileKind(form.name, form.name, form.suffix) for form in FORMATS.values()]
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
        background.run("formats", "", self._kinds(), self._offer, is_short=is_short)

    def _offer(self, kinds: list[FileKind]) -> None:
        self.dialog.offer(kinds, self._first())
        self.window.ui.rebuild()

    def _kinds(self) -> Generator[None, None, list[FileKind]]:
        self._lost, kinds = {}, list[FileKind]()
        for form in self.files.forms(self.piece):
            yield None
            note, problem = sentence(form.summary), ""
            try:
                lost = self._lost[form.name] = self.files.written(self.piece, form).lost
                note += f". It leaves out {listed([*lost])}" if lost else ""
            except PuzzlerError as error:
                note = problem = sentence(str(error))
            kinds.append(FileKind(form.name, form.name, form.suffix, note, problem))
        return kinds

    def _first(self) -> str:
        """The format that the board came in, where that says it all; else what is commonest."""
        lost, origin = self._lost, self.files.origin
        came_in = "" if origin is None else origin.contents.form
        wanted = (came_in, SHARE if self.piece is TextPiece.GAME else GRID, *lost)
        whole = (name for name in wanted if name in lost and not lost[name])
        return next(whole, next((name for name in wanted if name in lost), SHARE))

    def _save(self, file: Path, kind: str, answer: Answer) -> None:
        _write(self.window, self.piece, kind, lambda: file, answer)


def _write(
    window: Window, piece: TextPiece, kind: str, choose: Callable[[], Path], answer: Answer
) -> None:
    """Write the file, and where the format has one the file of figures; say what was saved.

    ``choose`` finds out in the background which file it is. ``answer`` gets "" or why there is
    none.
    """
    session, form = window.session, FORMATS[kind]
    try:
        made = session.files.writing(piece, form)
    except PuzzlerError as error:
        answer(sentence(str(error)))
        return

    def take(words: str) -> None:
        answer("")
        window.say(words)

    session.background.run(
        "save",
        "Saving the file",
        one_step(partial(_written, made, choose)),
        take,
        fail=lambda problem: answer(sentence(problem)),
        prepare=session.prepare if form.needs_f_values else None,
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
        reason = getattr(error, "strerror", None) or "no file has such a name"
        raise PuzzlerError(f"{file} cannot be written: {reason}") from error
    return f"Saved {file} and {second.name}"


def _stem(window: Window) -> str:
    origin = window.session.files.origin
    if origin is not None and origin.file is not None:
        return origin.file.stem
    rows, columns = window.session.activity.board.size
    return f"board-{rows}x{columns}"
