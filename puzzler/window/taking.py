"""What comes into the window from outside: dropped, pasted or opened."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from puzzler.board.errors import BoardError
from puzzler.board.scenario import printable
from puzzler.game.files import messages as import_messages
from puzzler.game.files.imported import Doubt, Imported, ImportKind
from puzzler.game.play.settings import Face
from puzzler.window.board.pictures import SUFFIXES, PictureError, load_picture
from puzzler.window.common.views import LAB, LESSONS, RACE, present_view
from puzzler.window.files import last_folder, remember_folder
from puzzler.window.overlays.blocks import Words
from puzzler.window.overlays.choice_sheet import ChoicePages
from puzzler.window.overlays.file_sheet import FilePages
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.previews import TEXT_SUFFIXES, look_at, text_of
from puzzler.window.sheets import take_picture
from puzzler.window.window import Window

NOTHING_TO_PASTE = "There is nothing in the clipboard."
_MARKS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
"""How pictures begin."""


def paste(desk: Window) -> None:
    """What is in the clipboard is taken in."""
    text = desk.clipboard.paste()
    if text:
        take_text(desk, text)
    else:
        desk.say(NOTHING_TO_PASTE)


def take_text(desk: Window, text: str, name: str = "", file: Path | None = None) -> None:
    """What ``text`` says becomes the game or a review; what it may mean is asked.

    In the Lab and in a race the new board is looked at, too. What cannot be read is said.
    """
    problem = problem_of_text(desk, text, name, file)
    if problem:
        _refuse(desk, problem)


def take_file(desk: Window, file: Path) -> None:
    """A picture goes onto the tiles, a folder is shown, and a text is taken in."""
    if file.suffix.lower() in SUFFIXES:
        take_picture(desk, file)
        return
    problem = _problem_of_file(desk, file)
    if problem:
        _refuse(desk, problem)


def _problem_of_file(desk: Window, file: Path) -> str:
    """Why ``file`` cannot be taken in; "" where it was."""
    name = printable(file.name)
    try:
        if file.is_dir():
            open_file(desk, file)
        elif _is_picture(file):
            picture = load_picture(file)
            remember_folder(desk, file.parent)
            desk.set(face=Face.PICTURE, picture=picture.key)
        else:
            text = text_of(file)
            remember_folder(desk, file.parent)
            return problem_of_text(desk, text, name, file)
    except PictureError as error:
        return str(error)
    except BoardError as error:
        return import_messages.not_received(error, name)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no file has such a name"
        return import_messages.not_received(BoardError(f"cannot be read: {reason}"), name)
    return ""


def open_file(desk: Window, folder: Path | None = None) -> None:
    """Choose a file; with a folder, one of that."""
    scenario = desk.session.activity.play.scenario

    pages = FilePages(
        folder or last_folder(desk),
        (*TEXT_SUFFIXES, *SUFFIXES),
        partial(_problem_of_file, desk),
        lambda: desk.painter,
        title="Open",
        empty="There are no texts and no pictures here.",
        look=partial(look_at, scenario=scenario),
    )
    desk.open(pages.sheet)


def _is_picture(file: Path) -> bool:
    if file.suffix.lower() in SUFFIXES:
        return True
    if not file.is_file():  # a pipe would wait for whoever writes into it
        return False
    with file.open("rb") as stream:
        return stream.read(len(_MARKS[0])).startswith(_MARKS)


def problem_of_text(desk: Window, text: str, name: str = "", file: Path | None = None) -> str:
    """Take it in; "" where the new board, the review or the question is there, else why not."""
    view = present_view(desk.session).name
    received = desk.session.files.import_text(text, name, file=file)
    if received.kind is ImportKind.REFUSED:
        return received.words
    desk.overlays.close_all()
    if received.kind is ImportKind.ASKS:
        desk.say("")
        pages = ChoicePages(
            received,
            name,
            lambda index: _take_choice(desk, received, index, view, name, file),
            lambda: desk.painter,
        )
        desk.open(pages.sheet)
    else:
        _look_at(desk, received, view)
    return ""


def _take_choice(
    desk: Window, received: Imported, index: int, view: str, name: str, file: Path | None
) -> str:
    """What is wrong with it; "" where it was taken."""
    choice = received.choices[index]
    if received.doubt is Doubt.LINE and name:
        name = f"{name}, {choice.words.lower()}"
    taken = desk.session.files.import_contents(choice.contents, name, file)
    if taken.kind is ImportKind.REFUSED:
        return taken.words
    _look_at(desk, taken, view)
    return ""


def _look_at(desk: Window, received: Imported, view: str) -> None:
    """Look at a new board where one was; what was said before is past."""
    desk.say(received.words)
    if received.kind not in (ImportKind.BOARD, ImportKind.SEED) or view not in (LAB, RACE):
        return
    said = received.words or desk.session.context.feedback.message
    if view == LAB:
        desk.session.lab.open()
    else:
        desk.session.race.open()
    desk.say(desk.session.context.feedback.message or said)


def _refuse(desk: Window, words: str) -> None:
    """Say it in the line, and where that is covered or not there in a sheet."""
    if present_view(desk.session).name != LESSONS and desk.overlays.top is None:
        desk.say(words)
    else:
        desk.open(Sheet("Nothing has changed", [Words(words)]))
