"""A dialog that asks where to save something: the folder, the name, and the kind of file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from puzzler.progress import one_step
from puzzler.window.core.window import Window
from puzzler.window.dialogs.folder import Answer, Folder, remember_folder
from puzzler.window.export.saving import new_name
from puzzler.window.toolkit.choices import Dropdown, Option
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog, labelled
from puzzler.window.toolkit.element import Child
from puzzler.window.toolkit.field import Field

KEY = "save file"
_LONGEST_NAME = 200


@dataclass(frozen=True)
class FileKind:
    """A kind of file."""

    name: str
    """What ``on_save`` is called with."""
    words: str
    """In the list of kinds."""
    suffix: str
    """Of its files, with the dot."""
    note: str = ""
    """What it is, in one line."""
    problem: str = ""
    """Why it cannot be chosen; "" where it can."""


class SaveDialog:
    """It is open as soon as it is made. Before a file is replaced it asks."""

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
        """It begins in the last folder, and remembers where something was saved.

        ``on_save`` gets the file and the name of its kind, and answers "" or a problem now or
        later. above: the controls of the caller. is_new: a name is offered that no file has yet.
        """
        self.name, self._is_new = stem, is_new
        self.kind = kinds[0]
        self._window, self._title, self._on_save, self._above = window, title, on_save, above
        self._replaces: Path | None = None
        suffixes = {kind.suffix for kind in kinds}
        self._files = Folder(
            window,
            lambda file, answer: self._take_name(file),
            suffixes=suffixes,
            on_mark=self._take_name,
            rows=3,
        )
        self.offer(kinds, kinds[0].name)
        self._files.go()
        window.ui.open(self._build, KEY, poll=self._poll, on_close=self._files.close)

    def offer(self, kinds: Sequence[FileKind], chosen: str) -> None:
        """These kinds from now on, and which of them is chosen."""
        self._kinds = list(kinds)
        self._choose_kind(chosen)

    @property
    def _file(self) -> Path:
        name = self.name.strip()
        if not Path(name).suffix:
            name += self.kind.suffix
        return self._files.path / name

    def _poll(self) -> bool:
        is_more = self._files.poll()
        if self._is_new and self._files.is_listed:
            self._is_new, taken = False, {entry.name for entry in self._files.entries}
            self.name = new_name(Path(self.name).stem, self.kind.suffix, taken.__contains__)
        return is_more

    def _build(self) -> Dialog:
        kind = self.kind
        options = [Option(kind.name, kind.words, detail=kind.note) for kind in self._kinds]
        is_replacing = self._replaces is not None and self._replaces == self._file
        field = Field(
            self.name,
            self._change_name,
            accessible_name="Name",
            accepts=lambda sign: sign.isprintable() and sign not in "/\\",
            max_length=_LONGEST_NAME,
            on_enter=self._save,
            autofocus=True,
            key="file name",
        )
        return Dialog(
            self._title,
            *self._above(),
            labelled("Format", Dropdown(options, kind.name, self._choose_kind, key="kind"),
                     width=330),
            labelled("Name", field, width=330),
            self._files.bar(),
            self._files.listing(),
            status=self._files.said or kind.problem or kind.note,
            confirm=Button("Replace" if is_replacing else "Save", self._save, rank=Rank.PRIMARY,
                           enabled=self._is_fit, key="save"),
            size=680,
        )  # fmt: skip

    def _choose_kind(self, name: str) -> None:
        before = self.kind.suffix
        self.kind = next((kind for kind in self._kinds if kind.name == name), self._kinds[0])
        self._files.problem, self._replaces = "", None
        suffix = self.kind.suffix
        self.name = self.name.removesuffix(before).removesuffix(suffix) + suffix

    def _change_name(self, text: str) -> None:
        self.name, self._files.problem, self._is_new = text, "", False

    def _take_name(self, file: Path) -> None:
        self.name, self._is_new = file.name, False

    @property
    def _is_fit(self) -> bool:
        return not self.kind.problem and bool(self.name.strip(". "))

    def _save(self) -> None:
        """Save it, once it is known that no file is replaced unasked."""
        kind, window = self.kind, self._window

        def take(found: tuple[Path, bool]) -> None:
            file, is_there = found

            def answer(problem: str) -> None:
                self._files.problem = problem
                window.ui.rebuild()
                if not problem:
                    remember_folder(window, file.parent)
                    window.ui.close(KEY)

            if is_there and file != self._replaces:
                self._replaces = file
                answer(f"{file.name} is there already. Press Replace to replace it.")
            else:
                self._on_save(file, kind.name, answer)

        if self._is_fit:
            steps = one_step(partial(_found, self._files.find, self._file.name))
            window.session.background.run("save", "", steps, take)


def _found(find: Callable[[], Path], name: str) -> tuple[Path, bool]:
    """The file of that name, and whether it is there."""
    file = find() / name
    try:
        return file, file.exists()
    except (OSError, ValueError):
        return file, False  # ``on_save`` says what is wrong with such a name
