"""What comes into the window from outside: dropped, pasted or opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from puzzler import resources
from puzzler.board.errors import BoardError
from puzzler.board.scenario import printable
from puzzler.game.files import texts
from puzzler.game.files.files import Imported, ImportKind
from puzzler.game.files.text_reader import Doubt
from puzzler.humanize import sentence
from puzzler.progress import one_step
from puzzler.search.custom.source import CODE_SUFFIX
from puzzler.window.board.pictures import SUFFIXES, Picture, load_picture
from puzzler.window.common.views import LAB, LESSONS, RACE, present_view
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer, PreviewList, choose_file, remember_folder
from puzzler.window.dialogs.previews import TEXT_SUFFIXES, both_boards, text_of
from puzzler.window.files.own_code import take_code
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog, message
from puzzler.window.toolkit.labels import Text

NOTHING_TO_PASTE = "The clipboard is empty."
_SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
"""How pictures begin."""
_MOST_SIGNED = max(map(len, _SIGNATURES))
_FILE = "file"
"""What is read in the background."""
_QUESTIONS = {
    Doubt.FORMAT: (
        "Which format is it?",
        "{name} can be read in several formats, each with another result.",
    ),
    Doubt.LINE: ("Which board?", "{name} has a list of boards."),
    Doubt.GOAL: (
        "Which goal?",
        "No goal given in {name}, and this board can't reach the standard one.",
    ),
    Doubt.MOVES: ("What do the moves mean?", "The letters in {name} can mean several things."),
}


def paste(window: Window) -> None:
    """Import what is in the clipboard."""
    text = window.clipboard.paste()
    if text:
        take_text(window, text)
    else:
        window.say(NOTHING_TO_PASTE)


def take_text(window: Window, text: str) -> None:
    """Make ``text`` the game or a review, or ask what it means; where it cannot be, say why.

    In the Lab and in a race the new board is opened there, too.
    """
    problem = problem_of_text(window, text)
    if problem:
        _refuse(window, problem)


def take_file(window: Window, file: Path) -> None:
    """Put a picture on the tiles, list a folder, or import a text, once it has been read."""

    def answer(problem: str) -> None:
        if problem and file.suffix.lower() in SUFFIXES:
            window.ui.close_all()
            message(window.ui, "This picture cannot be used", problem)
        elif problem:
            _refuse(window, problem)

    _import_file(window, file, answer)


def _import_file(window: Window, file: Path, answer: Answer) -> None:
    """Import ``file``; ``answer`` gets "" or why it cannot be."""
    if file.suffix.lower() == CODE_SUFFIX:
        take_code(window, file, answer)
        return
    name = printable(file.name)

    def take(found: Path | Picture | str | BoardError) -> None:
        problem = ""
        if isinstance(found, BoardError):
            problem = texts.not_received(found, name)
        elif isinstance(found, Path):
            open_file(window, found)
        else:
            remember_folder(window, file.parent)
            if isinstance(found, Picture):
                window.presenter.choose_picture(found)
            else:
                problem = problem_of_text(window, found, file)
        answer(problem)

    steps = one_step(partial(_found_in, file))
    window.session.context.background.run(_FILE, f"Reading {name}", steps, take, fail=answer)


def _found_in(file: Path) -> Path | Picture | str | BoardError:
    """The folder, the picture or the text that is there, or what is wrong; PictureError as well.

    Nothing here is done in the window's thread: a network's file system may take any time.
    """
    try:
        if file.is_dir():
            return file
        is_picture = file.suffix.lower() in SUFFIXES
        if is_picture or resources.read_regular(file, _MOST_SIGNED).startswith(_SIGNATURES):
            return load_picture(file)
        return text_of(file)
    except BoardError as error:
        return error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file has such a name"
        return BoardError(f"cannot be read: {reason}")


def open_file(window: Window, folder: Path | None = None) -> None:
    """Choose a file; with a folder, one of that."""
    choose_file(
        window,
        "Open",
        folder,
        (*TEXT_SUFFIXES, *SUFFIXES, CODE_SUFFIX),
        partial(_import_file, window),
    )


def problem_of_text(window: Window, text: str, file: Path | None = None) -> str:
    """Import ``text``, or ask what it means; "" or why it cannot be.

    Of a long text that is said later.
    """
    view, problem, is_late = present_view(window.session).name, "", False

    def take(imported: Imported) -> None:
        nonlocal problem
        if imported.kind is not ImportKind.REFUSED:
            window.ui.close_all()
            _open(window, imported, view, file)
        elif is_late:
            _refuse(window, imported.words)
        else:
            problem = imported.words

    window.session.files.import_text(text, file, take)
    is_late = True
    return problem


def _open(window: Window, imported: Imported, view: str, file: Path | None) -> None:
    name = "" if file is None else printable(file.name)
    if imported.kind is ImportKind.ASKS:
        window.say("")

        def take(index: int) -> str:
            choice = imported.choices[index]
            of_list = imported.doubt is Doubt.LINE and name
            said = f"{name}, {choice.words.lower()}" if of_list else name
            taken = window.session.files.import_contents(choice.contents, said, file)
            if taken.kind is ImportKind.REFUSED:
                return taken.words
            _look_at(window, taken, view)
            return ""

        _ask(window, imported, name, take)
    else:
        _look_at(window, imported, view)


def _ask(window: Window, imported: Imported, name: str, take: Callable[[int], str]) -> None:
    """Ask what a text means: each choice with its board and its goal.

    ``take`` gets the index of a choice, and returns "" or what is wrong with it. ``name`` is that
    of the file, or "".
    """
    assert imported.doubt is not None, "there is something to ask"
    title, question = _QUESTIONS[imported.doubt]
    question = question.format(name=name) if name else sentence(question.format(name="the text"))
    rows = [
        (Item(choice.words, detail=choice.detail), both_boards(choice))
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


def _look_at(window: Window, imported: Imported, view: str) -> None:
    """Open a new board in the Lab or the race where one was; what was said before is past."""
    window.say(imported.words)
    if imported.kind not in (ImportKind.BOARD, ImportKind.SEED) or view not in (LAB, RACE):
        return
    said = imported.words or window.session.context.feedback.message
    (window.session.lab if view == LAB else window.session.race).open()
    window.say(window.session.context.feedback.message or said)


def _refuse(window: Window, words: str) -> None:
    """Say it in the line; where that is covered or missing, in a dialog."""
    if present_view(window.session).name != LESSONS and not window.ui.is_covered:
        window.say(words)
    else:
        message(window.ui, "Nothing has changed", words)
