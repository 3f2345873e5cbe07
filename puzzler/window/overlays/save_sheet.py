"""The sheet that asks where to save something: the folder, the name, and the kind of file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzler.window.overlays.blocks import Field, Line, Words
from puzzler.window.overlays.file_sheet import places
from puzzler.window.overlays.folder_list import FolderList
from puzzler.window.overlays.list_block import ListBlock
from puzzler.window.overlays.sheet import Block, Sheet
from puzzler.window.previews import Told
from puzzler.window.toolkit.clipboard import Clipboard
from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.dropdown import Dropdown, OpenMenu
from puzzler.window.widgets.scroll_list import Item
from puzzler.window.widgets.text_field import TextField

_ROWS = 3
_LONGEST_NAME = 200
_SAVE, _REPLACE = "Save", "Replace"


@dataclass(frozen=True)
class SaveKind:
    """A kind of file."""

    name: str
    """Handed to ``on_save``."""
    words: str
    """In the list of kinds."""
    suffix: str
    """Of its files, with the dot."""
    note: str = ""
    """What it is, in one line."""


class SavePages:
    """``on_save`` gets the file and the name of its kind, and says "" or why nothing is saved.

    Before a file is replaced the person is asked. ``offer`` changes the kinds at any time.
    """

    def __init__(  # noqa: PLR0913  what a sheet stands on, and what is asked
        self,
        title: str,
        folder: Path,
        stem: str,
        kinds: Sequence[SaveKind],
        on_save: Callable[[Path, str], str],
        painter: Callable[[], Painter],
        clipboard: Clipboard,
        open_menu: OpenMenu,
        *,
        look: Callable[[Path], Told] | None = None,
        above: Sequence[Block] = (),
        check: Callable[[str], str] = lambda _: "",
    ) -> None:
        """``above``: blocks of the caller's own. ``check`` says of a kind why it cannot be."""
        self._on_save, self._check = on_save, check
        self._kinds = list(kinds)
        self._message = self._fault = ""
        self._replaces: Path | None = None
        self._kind: Dropdown[str] = Dropdown("kind", [], self._choose_kind, open_menu)
        self.field = TextField(
            "file name",
            self._change_name,
            clipboard=clipboard,
            accepts=lambda sign: sign.isprintable() and sign not in "/\\",
            most=_LONGEST_NAME,
            on_enter=self._save,
        )
        suffixes = {kind.suffix for kind in kinds}
        self._files = FolderList(
            self._take_name,
            painter,
            suffixes=tuple(suffixes),
            look=look,
            empty="Nothing of this kind is here.",
            on_mark=self._take_name,
        )
        self._up = Button("up", self._files.go_up, label="Up", icon="up")
        self._open = Button("save", self._save, label=_SAVE, rank=Rank.PRIMARY)
        cancel = Button("cancel", self._dismiss, label="Cancel")
        self._line = Words(self._told, units=13)
        self.sheet = Sheet(
            title,
            (
                *above,
                Field("Format", self._kind, control_units=330),
                Field("Name", self.field, control_units=330),
                self._line,
                Line([self._up, *places(self._go, is_for_files=False)]),
                Words(lambda: str(self._files.folder), units=13),
                ListBlock(self._files.list, _ROWS, self._files.row_units),
            ),
            width_units=680,
            foot=(self._open, cancel),
            update=self._update,
            on_close=self._files.close,
            is_moving=lambda: self._files.is_busy,
        )
        self._go(folder)
        self.field.set(stem)
        self.offer(kinds, kinds[0].name if kinds else "")
        self.sheet.controls.focus(self.field)
        self.field.select_all()

    @property
    def kind(self) -> SaveKind | None:
        """The kind that is chosen."""
        return next((kind for kind in self._kinds if kind.name == self._kind.chosen), None)

    def offer(self, kinds: Sequence[SaveKind], chosen: str) -> None:
        """These kinds from now on, and which of them is chosen."""
        before = self.kind
        self._kinds = list(kinds)
        self._kind.options = [(kind.name, Item(kind.words, detail=kind.note)) for kind in kinds]
        self._kind.chosen = chosen
        self._follow_suffix(before)

    def _told(self) -> str:
        """What is wrong, else what the kind is: in sight at every size."""
        note = self.kind.note if self.kind is not None else ""
        return self._message or self._files.trouble or note or " "

    def _say(self, words: str) -> None:
        self._message = words
        # in a small window the list of files may have scrolled the line away
        if words or self._files.trouble:
            self.sheet.reveal(self._line)
        else:
            self.sheet.arrange()

    def _choose_kind(self, name: str) -> None:
        before = self.kind
        self._kind.chosen = name
        self._follow_suffix(before)

    def _follow_suffix(self, before: SaveKind | None) -> None:
        """The name ends as files of this kind do."""
        kind = self.kind
        if kind is None:
            return
        stem = self.field.text
        if before is not None:
            stem = stem.removesuffix(before.suffix)
        self.field.set(stem.removesuffix(kind.suffix) + kind.suffix)
        self._replaces = None
        self._fault = self._check(kind.name)
        self._say(self._fault)

    def _update(self) -> None:
        self._files.update()
        self._up.is_enabled = self._files.folder.parent != self._files.folder
        is_fit = self.kind is not None and not self._fault
        self._open.is_enabled = bool(self.field.text.strip(". ")) and is_fit
        is_replacing = self._replaces is not None and self._replaces == self._file
        self._open.label = _REPLACE if is_replacing else _SAVE

    @property
    def _file(self) -> Path:
        name, kind = self.field.text.strip(), self.kind
        if kind is not None and not Path(name).suffix:
            name += kind.suffix
        return self._files.folder / name

    def _go(self, folder: Path) -> None:
        self._files.go(folder)
        self._say(self._fault)

    def _change_name(self, text: str) -> None:
        self._say(self._fault)

    def _take_name(self, file: Path) -> None:
        """A file of the list gives its name."""
        if file.is_file():
            self.field.set(file.name)

    def _save(self) -> None:
        kind, file = self.kind, self._file
        if kind is None or not self._open.is_enabled:
            return
        try:
            is_there = file.exists()
        except (OSError, ValueError):
            is_there = False  # whoever saves says what is wrong with such a name
        if is_there and file != self._replaces:
            self._replaces = file
            self._say(f"{file.name} is there already. Press {_REPLACE} to replace it.")
            return
        self._say(self._on_save(file, kind.name))
        if not self._message:
            self._dismiss()

    def _dismiss(self) -> None:
        self.sheet.dismiss()
