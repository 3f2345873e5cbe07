"""Importing text and files that are dropped, pasted or opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from puzzler import resources
from puzzler.board.errors import BoardError
from puzzler.board.scenario import printable
from puzzler.game.files.text_reader import Doubt, Imported, ImportKind, import_error_message
from puzzler.humanize import sentence
from puzzler.progress import one_step
from puzzler.search.custom.source import CODE_SUFFIX
from puzzler.window.board.pictures import SIGNATURES, SUFFIXES, Picture, load_picture
from puzzler.window.common.views import LAB, LESSONS, RACE, present_view
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer, choose_file, remember_folder
from puzzler.window.dialogs.previews import (
    TEXT_SUFFIXES,
    PreviewList,
    preview_of_choice,
    text_of,
)
from puzzler.window.files.own_code import take_code
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog, message
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.list import Item

NOTHING_TO_PASTE = "The clipboard is empty."
_FIRST_BYTES = max(map(len, SIGNATURES))
_FILE = "file"
"""The key of background work."""
_QUESTIONS = {
    Doubt.FORMAT: (
        "Which format is it?",
        "{name} is valid in several formats, with different results.",
    ),
    Doubt.LINE: ("Which board?", "{name} is a list of boards."),
    Doubt.GOAL: (
        "Which goal?",
        "No goal given in {name}, and this board can't reach the standard goal.",
    ),
    Doubt.MOVES: ("Which moves?", "The letters in {name} can be read in several ways."),
}


def paste(window: Window) -> None:
    """Import the text of the clipboard."""
    text = window.clipboard.paste()
    if text:
        take_text(window, text)
    else:
        window.say(NOTHING_TO_PASTE)


def take_text(window: Window, text: str) -> None:
    """Import ``text`` as a game or a review. If it is ambiguous, open a dialog; show errors.

    In the Lab and in a race the new board is also opened there.
    """
    problem = import_or_ask(window, text)
    if problem:
        _refuse(window, problem)


def take_file(window: Window, file: Path) -> None:
    """Read ``file`` in the background, then use its picture or text. List it if it is a folder."""

    def answer(problem: str) -> None:
        if problem and file.suffix.lower() in SUFFIXES:
            window.ui.close_all()
            message(window.ui, "This picture cannot be used", problem)
        elif problem:
            _refuse(window, problem)

    _import_file(window, file, answer)


def _import_file(window: Window, file: Path, answer: Answer) -> None:
    """Import ``file``. ``answer`` is called with "" or an error."""
    if file.suffix.lower() == CODE_SUFFIX:
        take_code(window, file, answer)
        return

    def take(found: Path | Picture | str) -> None:
        problem = ""
        if isinstance(found, Path):
            open_file(window, found)
        else:
            remember_folder(window, file.parent)
            if isinstance(found, Picture):
                window.choose_picture(found)
            else:
                problem = import_or_ask(window, found, file)
        answer(problem)

    steps, name = one_step(partial(_found_in, file)), printable(file.name)
    window.session.background.run(_FILE, f"Reading {name}", steps, take, fail=answer)


def _found_in(file: Path) -> Path | Picture | str:
    """Return the folder, picture or text of a path. Raises BoardError or PictureError.

    Runs in the background, because a network file system can be slow.
    """
    try:
        if file.is_dir():
            return file
        is_picture = file.suffix.lower() in SUFFIXES
        if is_picture or resources.read_regular(file, _FIRST_BYTES).startswith(SIGNATURES):
            return load_picture(file)
        return text_of(file)
    except BoardError as error:
        problem = error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "invalid file name"
        problem = BoardError(f"cannot be read: {reason}")
    raise BoardError(import_error_message(problem, printable(file.name)))


def open_file(window: Window, folder: Path | None = None) -> None:
    """Open the dialog that chooses a file to import, in ``folder`` if it is given."""
    choose_file(
        window,
        "Open",
        folder,
        (*TEXT_SUFFIXES, *SUFFIXES, CODE_SUFFIX),
        partial(_import_file, window),
    )


def import_or_ask(window: Window, text: str, file: Path | None = None) -> str:
    """Import ``text`` or ask how to interpret it. Return "" or an error.

    Errors of long texts are shown later, because these are read in the background.
    """
    view, problem, is_late = present_view(window.session).name, "", False

    def take(imported: Imported) -> None:
        nonlocal problem
        if imported.kind is not ImportKind.REFUSED:
            window.ui.close_all()
            _open(window, imported, view, file)
        elif is_late:
            _refuse(window, imported.message)
        else:
            problem = imported.message

    window.session.files.import_text(text, file, take)
    is_late = True
    return problem


def _open(window: Window, imported: Imported, view: str, file: Path | None) -> None:
    name = "" if file is None else printable(file.name)
    if imported.kind is ImportKind.AMBIGUOUS:
        window.say("")

        def take(index: int) -> str:
            choice = imported.choices[index]
            of_list = imported.doubt is Doubt.LINE and name
            title = f"{name}, {choice.label.lower()}" if of_list else name
            result = window.session.files.import_contents(choice.contents, title, file)
            if result.kind is ImportKind.REFUSED:
                return result.message
            _show(window, result, view)
            return ""

        _ask(window, imported, name, take)
    else:
        _show(window, imported, view)


def _ask(window: Window, imported: Imported, name: str, take: Callable[[int], str]) -> None:
    """Ask how to interpret a text. Each choice is shown with its board and goal.

    take: called with the index of a choice, returns "" or an error. name: of the file, or "".
    """
    assert imported.doubt is not None, "there is something to ask"
    title, question = _QUESTIONS[imported.doubt]
    question = question.format(name=name) if name else sentence(question.format(name="the text"))
    rows = [
        (Item(choice.label, detail=choice.detail), preview_of_choice(choice))
        for choice in imported.choices
    ]
    ui, marked, problem = window.ui, 0, ""

    def mark(index: int) -> None:
        nonlocal marked, problem
        marked, problem = index, ""

    def choose(index: int) -> None:
        nonlocal problem
        problem = take(index)
        if not problem:
            ui.close("import")

    def build() -> Dialog:
        listed = PreviewList(
            rows,
            choose,
            on_mark=mark,
            boards=2,
            shown=max(2, min(4, len(rows))),
            marked=marked,
            key="choices",
        )
        return Dialog(
            title,
            Text(question, color="text_muted"),
            listed,
            status=problem,
            confirm=Button("Open", lambda: choose(marked), rank=Rank.PRIMARY, key="open"),
            size=680,
        )

    ui.open(build, "import", focus="choices")


def _show(window: Window, imported: Imported, view: str) -> None:
    """Show the message, and open a new board in the Lab or the race if that was open."""
    window.say(imported.message)
    if imported.kind not in (ImportKind.BOARD, ImportKind.SEED) or view not in (LAB, RACE):
        return
    text = imported.message or window.session.feedback.message
    (window.session.lab if view == LAB else window.session.race).open()
    window.say(window.session.feedback.message or text)


def _refuse(window: Window, words: str) -> None:
    """Show an error in the message line, or in a dialog if the line is covered or missing."""
    if present_view(window.session).name != LESSONS and not window.ui.is_covered:
        window.say(words)
    else:
        message(window.ui, "Nothing has changed", words)
