"""The list of a folder with previews of the files, and the dialog that chooses a file."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from puzzler.game.core.settings import LONGEST_NAME
from puzzler.humanize import short_path
from puzzler.progress import one_step
from puzzler.solver.worker import CallWorker, call
from puzzler.window.core.window import Window
from puzzler.window.dialogs.previews import (
    FolderListing,
    Preview,
    PreviewList,
    Summary,
    list_folder,
    look_at,
)
from puzzler.window.dialogs.system_files import ask_system, command_of, find_program
from puzzler.window.export.saving import results_folder, usual_folder
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog, message
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.field import Field
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Row
from puzzler.window.toolkit.list import Item, open_menu

OPEN = "open file"
"""The key of the dialog that chooses a file."""
_MESSAGE_DELAY = 0.5
"""Seconds until a message shows that a folder is being read."""
_PATH, _NEW, FOLDER = "typed path", "new folder dialog", "folder"


def remember_folder(window: Window, folder: Path) -> None:
    """Store the folder in the settings. The next file dialog starts there."""
    with contextlib.suppress(OSError, ValueError):  # not every name can be stored
        name, recent = str(folder.absolute()), window.session.settings.recent_folders
        others = (each for each in recent if each != name)
        window.set(folder=name, recent_folders=(name, *others))


def path_in(folder: Path, text: str) -> Path:
    """Return the path of a typed text: absolute, with ~ for the home folder, or in ``folder``."""
    text = text.strip()
    is_home = text == "~" or text.startswith(("~/", "~\\"))
    return folder / (Path(text).expanduser() if is_home else text)


Answer = Callable[[str], object]
"""Called with "" or with the reason why the chosen file cannot be used."""


class Folder:
    """The entries of the current folder. Call ``poll`` in every tick and ``close`` at the end."""

    def __init__(
        self,
        window: Window,
        on_choose: Callable[[Path, Answer], object],
        *,
        suffixes: Collection[str] = (),
        empty: str = "No matching files here.",
        on_mark: Callable[[Path], object] = lambda file: None,
        takes_typing: bool = True,
        look: Callable[[Path], Summary] | None = None,
    ) -> None:
        """suffixes: of the files to list. Without suffixes only folders are listed.

        look: returns the summary of a file, by default of its boards or picture.

        on_choose: called with a file and a function for the answer, which may be called later.
        Choosing a folder opens it. takes_typing: whether the list gets the keyboard at first.
        """
        self.path = Path()
        self.problem = ""
        """The error of the folder or file that was chosen last, or ""."""
        self.entries: list[Path] = []
        self.rows: list[tuple[Item, Preview | None]] = []
        self.mark = -1
        """The index of the entry that Enter chooses, or -1."""
        self.is_listed = False
        """Whether the first folder has been read."""
        self.find: Callable[[], Path]
        """Returns the current folder. Called in a background thread."""
        self.typed: str | None = None
        """The text of the path field; None for the path of the folder."""
        self._window, self._ui = window, window.ui
        self._suffixes, self._empty = suffixes, empty
        self._look = look or partial(look_at, scenario=window.session.activity.play.scenario)
        self._last = window.session.settings.folder
        self._on_choose, self._on_mark = on_choose, on_mark
        self._takes_typing = takes_typing
        self._first_file = 0
        self._requested, self._marked = Path(), Path()
        self._places: Mapping[str, Path] = {}
        self._looking: CallWorker[None, None] | None = None
        self._found: list[FolderListing | str | tuple[int, Summary]] = []  # in the background
        self._in_sight = [0]

    def go(self, path: Path | None = None, *, marked: Path | None = None) -> None:
        """Start to read the folder ``path``. If it cannot be read, ``problem`` is set.

        path: by default the folder of the last opened or saved file, or the user's documents.
        marked: the entry to mark.
        """
        self.close()
        self._requested = path or Path(self._last or Path.home())
        if self.path == Path():
            self.path = self._requested
        self._marked, self.problem, self.typed = marked or Path(), "", None
        self._found, self._in_sight = [], [0]
        find = partial(usual_folder, self._last) if path is None else partial(Path, path)
        if not self.is_listed:
            self.find = find
        # the work has no reference to this object, which can be deleted before it ends
        self._looking = call(
            partial(list_folder, find, self._suffixes, self._look, self._found, self._in_sight)
        )

    @property
    def message(self) -> str:
        """The error, or the folder that is being read, or ""."""
        pending = None if self.is_listed and self._requested == self.path else self._requested
        is_long = self._ui.seconds_of(OPEN, pending) > _MESSAGE_DELAY
        return self.problem or (f"Reading {pending}" if is_long else "")

    def choose(self, index: int | None = None) -> None:
        """Open a folder or choose a file, by default the marked entry."""
        index = self.mark if index is None else index
        if not 0 <= index < len(self.entries):
            return
        if index < self._first_file:
            self.go(self.entries[index])
        else:
            self._on_choose(self.entries[index], self._answer)

    def enter_path(self) -> None:
        """Open the folder or choose the file that was typed into the path field."""
        path = path_in(self.path, self.typed or "")

        def take(kind: str) -> None:
            if kind == FOLDER:
                self.go(path)
            elif kind and self._suffixes:
                self._on_choose(path, self._answer)
            else:
                self.problem = f"{path} does not exist"
            self._ui.rebuild()

        self._window.session.background.run(_PATH, "", one_step(partial(kind_of, path)), take)

    def _type(self, text: str) -> None:
        self.typed, self.problem = text, ""

    def _open_places(self) -> None:
        names = {place: name for name, place in self._places.items()}
        recent = map(Path, self._window.session.settings.recent_folders)
        places = [*dict.fromkeys((*names, *recent))]
        items = [
            Item(names.get(place, short_path(place)), icon="folder", note=" " * (place in names))
            for place in places
        ]
        place = self._ui.place_of("places")
        open_menu(self._ui, place, items, -1, lambda index: self.go(places[index]))

    def _make_folder(self) -> None:
        """Ask for a name and make a folder in this one."""
        parent, name, problem = self.path, "", ""

        def change(text: str) -> None:
            nonlocal name, problem
            name, problem = text, ""

        def take(error: str) -> None:
            nonlocal problem
            problem = error
            self._ui.rebuild()
            if not error:
                self._ui.close(_NEW)
                self.go(path_in(parent, name))

        def make() -> None:
            if name.strip():
                steps = one_step(partial(_create, path_in(parent, name)))
                self._window.session.background.run(_NEW, "", steps, take)

        def build() -> Dialog:
            return Dialog(
                "New folder",
                Text(f"In {parent}", color="text_muted", lines=1),
                Field(name, change, accessible_name="Name of the folder", max_length=LONGEST_NAME,
                      placeholder="Name", on_enter=make, autofocus=True, key="folder name"),
                status=problem,
                confirm=Button("Create", make, rank=Rank.PRIMARY, enabled=bool(name.strip()),
                               key="create"),
                size=480,
            )  # fmt: skip

        self._ui.open(build, _NEW)

    def _answer(self, problem: str) -> None:
        self.problem = problem

    def poll(self) -> bool:
        """Take the results of the background thread. Return whether more results will follow."""
        is_more = self._looking is not None and not self._looking.latest.is_over
        while self._found:
            found = self._found.pop(0)
            self.is_listed = True
            if isinstance(found, str):
                self.problem, self._requested = found, self.path
            elif isinstance(found, FolderListing):
                self.path, self.entries, items, self._first_file, self._places = found
                self._requested = self.path
                self.find = partial(Path, self.path)
                self.rows = [(item, None) for item in items]
                has_marked = self._marked in self.entries
                self.mark = self.entries.index(self._marked) if has_marked else -1
            else:
                place, (words, preview) = found
                index = self._first_file + place
                self.rows[index] = replace(self.rows[index][0], detail=words), preview
        return is_more

    def close(self) -> None:
        """Stop reading. Can be called more than once."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = None
        self._window.session.background.drop(_PATH)

    def bar(self) -> Element:
        """Return the path, in a field, between the buttons that open other folders."""
        path = str(self.path) if self.typed is None else self.typed
        return Row(
            Button("", lambda: self.go(self.path.parent, marked=self.path), icon="up",
                   enabled=self.path.parent != self.path, tip="Parent folder", key="up"),
            Field(path, self._type, accessible_name="Folder", max_length=LONGEST_NAME,
                  on_enter=self.enter_path, grow=1, height=36, key="path"),
            Button("Places", self._open_places, icon="folder", tip="Home and recent folders",
                   key="places"),
            Button("New folder", self._make_folder, icon="add", tip="New folder",
                   key="new folder"),
            gap=8,
        )  # fmt: skip

    def listing(self) -> Element:
        """Return the list of entries."""

        def mark(index: int) -> None:
            self.mark, self.problem = index, ""
            if index >= self._first_file:
                self._on_mark(self.entries[index])

        def follow(first: int) -> None:
            self._in_sight[0] = first - self._first_file

        def begin_path(text: str) -> None:
            self._type(text)
            self._ui.focus("path")

        return PreviewList(
            self.rows, self.choose, accessible_name="Files", on_mark=mark, on_scroll=follow,
            on_path=begin_path, boards=1 if self._suffixes else 0, shown=10, marked=self.mark,
            autofocus=self._takes_typing, content=self.path, empty=self._empty, key="files",
        )  # fmt: skip


def kind_of(path: Path) -> str:
    """Return "folder" or "file", or "" if there is neither. Can be slow."""
    try:
        return FOLDER if path.is_dir() else "file" if path.exists() else ""
    except (OSError, ValueError):
        return ""


def _create(folder: Path) -> str:
    """Make a folder. Return "" or an error."""
    try:
        folder.mkdir()
    except FileExistsError:
        return f"{folder.name} already exists"
    except (OSError, ValueError) as error:
        return f"{folder} could not be created: {getattr(error, 'strerror', 'invalid name')}"
    return ""


def choose_file(
    window: Window,
    title: str,
    folder: Path | None,
    suffixes: Sequence[str],
    on_choose: Callable[[Path, Answer], object],
    *,
    empty: str = "No matching files here.",
    label: str = "Open",
    look: Callable[[Path], Summary] | None = None,
) -> None:
    """Ask for a file in ``folder``, by default the last folder, in the dialog of the system.

    Our dialog is used if the system has none or the settings say so. on_choose: called with the
    path and a function for the answer: "" or an error. empty: shown if a folder has no such files.
    label: on the button that chooses. look: returns the summary of a file, by default of its
    boards or picture.
    """
    settings = window.session.settings

    def take(path: Path) -> None:
        def answer(problem: str) -> None:
            if problem:
                message(window.ui, title, problem)

        on_choose(path, answer)

    def choose(path: Path, answer: Answer) -> None:
        def close(problem: str) -> None:
            answer(problem)
            if not problem:
                window.ui.close(OPEN)

        on_choose(path, close)

    def open_own() -> None:
        files = Folder(window, choose, suffixes=suffixes, empty=empty, look=look)

        def confirm() -> None:
            if files.typed is not None:
                files.enter_path()
            else:
                files.choose()

        def build() -> Dialog:
            is_ready = files.mark >= 0 or bool(files.typed)
            button = Button(label, confirm, rank=Rank.PRIMARY, enabled=is_ready, key="open")
            return Dialog(title, files.bar(), files.listing(), confirm=button, size=680,
                          status=files.message or window.shown.background_text)  # fmt: skip

        files.go(folder)
        window.ui.open(build, OPEN, poll=files.poll, on_close=files.close)

    if program := find_program(is_wanted=settings.system_dialogs):
        place = folder or (Path(settings.folder) if settings.folder else results_folder())
        ask_system(window, command_of(program, title, place, "", suffixes), take, open_own)
    else:
        open_own()
