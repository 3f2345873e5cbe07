"""The dialog that chooses the folder, the name and the kind of a new file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from puzzler.game.core.settings import LONGEST_NAME
from puzzler.progress import one_step
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import FOLDER, Answer, Folder, kind_of, path_in, remember_folder
from puzzler.window.dialogs.system_files import ask_system, command_of, find_program
from puzzler.window.export.saving import new_file, new_name, results_folder
from puzzler.window.toolkit.choices import Dropdown, Option
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog, labelled, message
from puzzler.window.toolkit.element import Child
from puzzler.window.toolkit.field import Field
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Row

KEY = "save file"


@dataclass(frozen=True)
class FileKind:
    """A kind of file."""

    name: str
    """The name passed to ``on_save``."""
    title: str
    """The title in the list of kinds."""
    suffix: str
    """The suffix of its files, with the dot."""
    note: str = ""
    """A description in one line."""
    problem: str = ""
    """The reason why it is not available, or ""."""


class SaveDialog:
    """The dialog, open from its construction. Replacing a file needs a second press."""

    def __init__(
        self,
        window: Window,
        title: str,
        stem: str,
        kinds: Sequence[FileKind],
        on_save: Callable[[Path, str, Answer], object],
        above: Callable[[], Sequence[Child]] = lambda: (),
        *,
        is_new: bool = False,
    ) -> None:
        """Open in the last folder. The folder of the saved file is stored in the settings.

        on_save: called with the file, the name of its kind, and a function for the answer ("" or
        an error), which may be called later. above: returns additional controls. is_new: propose
        a name that no file has yet.
        """
        self.kind = kinds[0]
        self.name, self._is_new = stem + self.kind.suffix, is_new
        self._window, self._title, self._on_save, self._above = window, title, on_save, above
        self._replaces: Path | None = None
        self._program = find_program(is_wanted=window.session.settings.system_dialogs)
        suffixes = {kind.suffix for kind in kinds}
        self._files = Folder(
            window,
            lambda file, answer: self._take_name(file),
            suffixes=suffixes,
            on_mark=self._take_name,
            takes_typing=False,
        )
        self.offer(kinds, kinds[0].name)
        if self._program and len(kinds) == 1 and not above():
            self._ask_system()
        else:
            self._open()

    def _open(self) -> None:
        if not self._program:
            self._files.go()
        self._window.ui.open(self._build, KEY, poll=self._poll, on_close=self._files.close)

    def offer(self, kinds: Sequence[FileKind], chosen: str) -> None:
        """Replace the list of kinds and choose one of them."""
        self._kinds = list(kinds)
        self._choose_kind(chosen)

    @property
    def _file(self) -> Path:
        return path_in(self._files.path, self.name)

    def _poll(self) -> bool:
        is_more = self._files.poll()
        if self._is_new and self._files.is_listed:
            self._is_new, names = False, {entry.name for entry in self._files.entries}
            self.name = new_name(Path(self.name).stem, self.kind.suffix, names.__contains__)
        return is_more

    def _build(self) -> Dialog:
        kind = self.kind
        options = [Option(kind.name, kind.title, detail=kind.note) for kind in self._kinds]
        choice = Dropdown(options, kind.name, self._choose_kind, accessible_name="Format",
                          key="kind")  # fmt: skip
        if self._program:
            return Dialog(
                self._title,
                *self._above(),
                labelled("Format", choice),
                status=self._files.problem or kind.problem or kind.note,
                confirm=Button("Save…", self._ask_system, rank=Rank.PRIMARY,
                               enabled=not kind.problem, key="save"),
                size=560,
            )  # fmt: skip
        is_replacing = self._replaces is not None and self._replaces == self._file
        field = Field(self.name, self._change_name, accessible_name="Name", autofocus=True,
                      max_length=LONGEST_NAME, on_enter=self._save, grow=1,
                      key="file name")  # fmt: skip
        choice.fixed_width, note = 220, kind.note
        if self._is_valid and not Path(self.name).suffix:
            note = f"Without {kind.suffix}, other programs may not recognise the file"
        return Dialog(
            self._title,
            *self._above(),
            Row(Text("Name", size=15, strong=True, lines=1), field, choice, gap=12),
            self._files.bar(),
            self._files.listing(),
            status=self._files.message or kind.problem or note,
            confirm=Button("Replace" if is_replacing else "Save", self._save, rank=Rank.PRIMARY,
                           enabled=self._is_valid, key="save"),
            size=680,
        )  # fmt: skip

    def _choose_kind(self, name: str) -> None:
        before = self.kind.suffix
        self.kind = next((kind for kind in self._kinds if kind.name == name), self._kinds[0])
        self._files.problem, self._replaces = "", None
        if before and self.name.endswith(before):
            self.name = self.name.removesuffix(before) + self.kind.suffix

    def _change_name(self, text: str) -> None:
        self.name, self._files.problem, self._is_new = text, "", False

    def _take_name(self, file: Path) -> None:
        self.name, self._is_new = file.name, False

    @property
    def _is_valid(self) -> bool:
        return not self.kind.problem and bool(self.name.strip(". "))

    def _save(self) -> None:
        """Save the file. If it exists, ask first."""
        kind, window = self.kind, self._window

        def take(found: tuple[Path, str]) -> None:
            file, found_kind = found
            if found_kind == FOLDER:
                self.name = ""
                self._files.go(file)
            elif found_kind and file != self._replaces:
                self._replaces = file
                self._answer(file, f"{file.name} already exists. Replace it?")
            else:
                self._on_save(file, kind.name, partial(self._answer, file))

        if self._is_valid:
            steps = one_step(partial(_found, self._files.find, self.name))
            window.session.background.run("save", "", steps, take)

    def _answer(self, file: Path, problem: str) -> None:
        """Show the problem, or close the dialog if there is none."""
        window, self._files.problem = self._window, problem
        window.ui.rebuild()
        if not problem:
            remember_folder(window, file.parent)
            window.ui.close(KEY)
        elif all(layer.key != KEY for layer in window.ui.layers):
            message(window.ui, self._title, problem)

    def _ask_system(self) -> None:
        last = self._window.session.settings.folder
        folder = Path(last) if last else results_folder()
        name = self.name
        if self._is_new:
            stem = name.removesuffix(self.kind.suffix)
            name = new_file(folder, stem, self.kind.suffix).name

        def take(file: Path) -> None:
            self._on_save(file, self.kind.name, partial(self._answer, file))

        def fall_back() -> None:
            self._program = ""
            self._window.ui.close(KEY)
            self._open()

        command = command_of(self._program, self._title, folder, name, (self.kind.suffix,))
        ask_system(self._window, command, take, fall_back)


def _found(find: Callable[[], Path], name: str) -> tuple[Path, str]:
    """Return the path of a typed name and its ``kind_of``."""
    file = path_in(find(), name)
    return file, kind_of(file)
