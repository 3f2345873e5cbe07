"""The board that is being drawn as text: typed, pasted, or copied; and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.play.editing import Draft, Editing
from puzzler.window.files.importing import NOTHING_TO_PASTE, problem_of_text
from puzzler.window.layout import Grow, Size, column, row
from puzzler.window.panels.panel import drawn
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import icon
from puzzler.window.widgets.notice import Notice, least_height
from puzzler.window.widgets.text_field import TextField
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_WIDEST_UNITS = 620
_MOST_SIGNS = 1000


class EditText:
    """Stands where the figures of a play are; what is typed counts as soon as it is a board."""

    name = "edit text"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._said = ""
        self._draft: Draft | None = None
        self._icon = Rect(0, 0, 0, 0)
        self.field = TextField(
            "board text",
            self._take,
            clipboard=desk.clipboard,
            most=_MOST_SIGNS,
            placeholder="1 2 3/4 5 6/7 8 0",
            on_enter=self._enter,
            between_lines="/",
        )
        self._paste = Button("paste board", self._paste_board, label="Paste", icon="paste")
        self._notice = Notice("problem")
        self._notice.align = 0.0

    @property
    def is_shown(self) -> bool:
        """While tiles are placed by hand."""
        return self._editing is not None

    def height(self, painter: Painter, width: int) -> int:
        """The field, and a line below it."""
        return painter.target(38) + painter.px(4) + max(painter.px(36), least_height())

    def place(self, painter: Painter, area: Rect) -> None:
        """As wide as the board is likely to be."""
        width = min(area.width - painter.px(16), painter.px(_WIDEST_UNITS))
        area = Rect(area.centerx - width // 2, area.top, width, area.height)
        sizes: list[Size] = [painter.target(38), Grow()]
        above, below = column(area, sizes, painter.px(4))
        self.field.rect, self._paste.rect = row(
            above, [Grow(), self._paste.width(painter)], painter.px(8)
        )
        self._icon, self._notice.rect = row(below, [painter.px(20), Grow()], painter.px(8))

    @property
    def controls(self) -> list[Control]:
        """The field, the button, and the line where it is cut."""
        is_cut = self._notice.is_cut(self._desk.painter)
        return [self.field, self._paste, *([self._notice] if is_cut else [])]

    def follow(self) -> None:
        """What is drawn, as text, unless it is being typed; and what is to be said about it."""
        editing = self._editing
        if editing is None:
            self._said, self._draft = "", None
            return
        if self._draft is not None and editing.draft != self._draft:
            # what was wrong with a text is over as soon as anything is drawn
            self._said = ""
            self._desk.say("")
        self._draft = editing.draft
        if self._desk.controls.focused is not self.field:
            self._said = ""
            self.field.set(str(editing.board))
        wrong = self._said or self._desk.said or editing.state().problem
        self._notice.words = wrong or "This board can be solved"
        self._notice.is_good = not wrong

    def tip(self, name: str) -> Tip | None:
        """How it is written; all of a line that is cut."""
        if name == "problem":
            return Tip(self._notice.words)
        if name == "paste board":
            return Tip("Paste a board", self._desk.keymap.hint("paste-board"))
        return Tip("The board as text: rows separated by /, 0 is the blank")

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The controls, and the line with its sign."""
        theme = painter.theme
        color = theme.good if self._notice.is_good else theme.text
        yield icon(painter, self._icon, "check" if self._notice.is_good else "warning", color)
        yield self._notice.part(painter)
        yield from drawn(self._desk, painter, [self.field, self._paste])

    @property
    def _editing(self) -> Editing | None:
        activity = self._desk.session.activity
        return activity if isinstance(activity, Editing) else None

    def _take(self, text: str) -> None:
        """What was typed becomes the board, where it is one; else it is said what is wrong."""
        if self._editing is not None and text.strip():
            self._said = self._desk.session.files.draw_text(text)

    def _enter(self) -> None:
        """Typed to the end: the keyboard is free again."""
        if not self._said:
            self._desk.controls.clear_focus()

    def _paste_board(self) -> None:
        text = self._desk.clipboard.paste()
        if self._editing is None:
            return
        problem = problem_of_text(self._desk, text) if text else NOTHING_TO_PASTE
        self._desk.controls.focus(self.field if problem else None)
        self._said = problem
        if problem and text:
            self.field.set(text[:_MOST_SIGNS])
