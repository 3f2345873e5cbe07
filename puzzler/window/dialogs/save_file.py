"""The dialog that chooses the folder, the name and the kind of a new file."""

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
_MAX_NAME_LENGTH = 200


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
        """Replace the list of kinds and choose one of them."""
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
            self._is_new, names = False, {entry.name for entry in self._files.entries}
            self.name = new_name(Path(self.name).stem, self.kind.suffix, names.__contains__)
        return is_more

    def _build(self) -> Dialog:
        kind = self.kind
        options = [Option(kind.name, kind.title, detail=kind.note) for kind in self._kinds]
        is_replacing = self._replaces is not None and self._replaces == self._file
        field = Field(
            self.name,
            self._change_name,
            accessible_name="Name",
            accepts=lambda sign: sign.isprintable() and sign not in "/\\",
            max_length=_MAX_NAME_LENGTH,
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
            status=self._files.message or kind.problem or kind.note,
            confirm=Button("Replace" if is_replacing else "Save", self._save, rank=Rank.PRIMARY,
                           enabled=self._is_valid, key="save"),
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
    def _is_valid(self) -> bool:
        return not self.kind.problem and bool(self.name.strip(". "))

    def _save(self) -> None:
        """Save the file. If it exists, ask first."""
        kind, window = self.kind, self._window

        def take(found: tuple[Path, bool]) -> None:
            file, exists = found

            def answer(problem: str) -> None:
                self._files.problem = problem
                window.ui.rebuild()
                if not problem:
                    remember_folder(window, file.parent)
                    window.ui.close(KEY)

            if exists and file != self._replaces:
                self._replaces = file
                answer(f"{file.name} already exists. Replace it?")
            else:
                self._on_save(file, kind.name, answer)

        if self._is_valid:
            steps = one_step(partial(_found, self._files.find, self._file.name))
            window.session.background.run("save", "", steps, take)


def _found(find: Callable[[], Path], name: str) -> tuple[Path, bool]:
    """Return the file with that name and whether it exists."""
    file = find() / name
    try:
        return file, file.exists()
    except (OSError, ValueError):
        return file, False  # ``on_save`` reports the invalid name
