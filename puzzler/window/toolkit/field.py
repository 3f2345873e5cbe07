"""A text field of one line."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import Control, ControlOptions
from puzzler.window.toolkit.element import Access, Action, Point, Touch
from puzzler.window.toolkit.paint import Face

_MAX_PASTED = 100_000


@dataclass(kw_only=True)
class FieldState:
    """The state of a field that outlives a rebuild of the tree."""

    text: str
    caret: int
    is_all_selected: bool
    composition: str = ""
    """Text of an input method that is shown at the caret but not entered yet."""


class Field(Control):
    """A text field. Calls ``on_change`` after every change, and ``on_enter`` on Enter.

    Left, Right, Home, End, Backspace, Delete and Ctrl+A, C, X, V work as usual; the selection is
    the whole text or nothing. With ``autofocus`` the text is selected at first.
    """

    min_units, preferred_units, high_units = 80, 200, 40
    takes_text = True
    shows_start = False
    """Whether a long text is shown from its start while the field does not have the focus."""

    def __init__(
        self,
        text: str,
        on_change: Callable[[str], object],
        *,
        accepts: Callable[[str], bool] = str.isprintable,
        max_length: int = 200,
        placeholder: str = "",
        on_enter: Callable[[], object] | None = None,
        between_lines: str = " ",
        **options: Unpack[ControlOptions],
    ) -> None:
        """accepts: whether a character is allowed. max_length: in characters.

        between_lines: separator that replaces line breaks in pasted text.
        """
        super().__init__(**options)
        self.text, self.on_change, self.on_enter = text, on_change, on_enter
        self.accepts, self.max_length, self.placeholder = accepts, max_length, placeholder
        self.between_lines = between_lines

    def own_state(self, ui: Context) -> FieldState:
        """The text and the caret."""
        return ui.state(
            ("field", self.key),
            lambda: FieldState(
                text=self.text,
                caret=len(self.text),
                is_all_selected=self.autofocus and bool(self.text),
            ),
        )

    role = "TEXT_INPUT"

    @property
    def spoken_name(self) -> str:
        return super().spoken_name or self.placeholder

    def access(self, ui: Context) -> Access:
        return replace(super().access(ui), value=self.own_state(ui).text)

    def spoken_actions(self, ui: Context) -> dict[str, Action]:
        def replace_text(text: str) -> None:
            text = one_line(text, self.between_lines, self.accepts)[: self.max_length]
            self._change(ui, text, len(text))

        return {"SET_VALUE": replace_text}

    def arrange(self, ui: Context, rect: Rect) -> None:
        state = self.own_state(ui)
        if state.text != self.text:
            state.text, state.caret, state.is_all_selected = self.text, len(self.text), False

    def press(self, ui: Context, at: Point) -> None:
        """Select the whole text, so that typing replaces it."""
        state = self.own_state(ui)
        state.is_all_selected, state.caret = bool(state.text), len(state.text)

    def write(self, ui: Context, text: str) -> None:
        """Insert ``text`` at the caret, or replace the selection."""
        state = self.own_state(ui)
        state.composition = ""
        text = one_line(text, self.between_lines, self.accepts)
        if not text:
            return
        before, after = state.text[: state.caret], state.text[state.caret :]
        if state.is_all_selected:
            before = after = ""
        text = text[: self.max_length - len(before) - len(after)]
        self._change(ui, before + text + after, len(before) + len(text))

    def compose(self, ui: Context, text: str) -> None:
        """Show the text that an input method is composing. It is entered through ``write``."""
        self.own_state(ui).composition = one_line(text)

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """Handle every key except Tab and Escape. Characters arrive through ``write``."""
        state = self.own_state(ui)
        if state.composition:
            return True  # the input method uses the key
        aims = {
            pygame.K_LEFT: state.caret - 1,
            pygame.K_RIGHT: state.caret + 1,
            pygame.K_HOME: 0,
            pygame.K_END: len(state.text),
        }
        ui.refresh()
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not mod & pygame.KMOD_ALT:  # AltGr
            self._shortcut(ui, state, key)
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.on_enter is None:
                return False
            self.on_enter()
        elif key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            at = state.caret - (key == pygame.K_BACKSPACE)
            if state.is_all_selected:
                self._change(ui, "", 0)
            elif 0 <= at < len(state.text):
                self._change(ui, state.text[:at] + state.text[at + 1 :], at)
        elif key in aims:
            state.caret = max(0, min(len(state.text), aims[key]))
            state.is_all_selected = False
        else:
            return key != pygame.K_ESCAPE
        return True

    def look(self, ui: Context, touch: Touch) -> Hashable:
        state = self.own_state(ui)
        if not touch.has_focus:
            state.composition = ""
        shown = state.text, state.caret, state.is_all_selected, state.composition, self.placeholder
        return shown, touch.is_over, touch.has_focus, self.is_enabled, self.shows_start

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme, state = ui.painter, ui.painter.theme, self.own_state(ui)
        edge = theme.track if touch.is_over or touch.has_focus else theme.panel_edge
        painter.box(surface, self.rect, painter.px(8), theme.well, edge)
        inner, size = self.rect.inflate(-2 * painter.px(12), 0), painter.type_size(15)
        before, after, color = state.text[: state.caret], state.text[state.caret :], theme.text
        composition = state.composition if touch.has_focus else ""
        text = before + composition + after
        if not text and not touch.has_focus:
            text, color = self.placeholder, theme.text_muted
        start = painter.text_width(before, Face.CODE, size)
        caret = painter.text_width(before + composition, Face.CODE, size)
        shift = max(0, caret - inner.width + painter.px(2))  # a long line is scrolled to the caret
        if self.shows_start and not touch.has_focus:
            shift = 0
        left = inner.left - shift
        clip = surface.get_clip()
        surface.set_clip(clip.clip(inner))
        if state.is_all_selected and touch.has_focus and text:
            width = painter.text_width(text, Face.CODE, size)
            ground = Rect(left, 0, width, painter.px(24))
            ground.centery = inner.centery
            painter.box(surface, ground, painter.px(3), theme.accent)
            color = theme.on_accent
        line = Rect(left, inner.top, inner.width + shift, inner.height)
        painter.write(surface, text, Face.CODE, size, color, line)
        place = Rect(left + caret, 0, max(1, painter.px(1.5)), painter.px(20))
        place.centery = inner.centery
        if touch.has_focus and not state.is_all_selected:
            surface.fill(theme.text, place)
        if composition:
            under = Rect(left + start, place.bottom, caret - start, max(1, painter.px(1)))
            surface.fill(theme.text, under)
        surface.set_clip(clip)

    def _shortcut(self, ui: Context, state: FieldState, key: int) -> None:
        if key == pygame.K_a:
            state.is_all_selected, state.caret = bool(state.text), len(state.text)
        elif key in (pygame.K_c, pygame.K_x) and state.text:
            ui.clipboard.copy(state.text)
            if key == pygame.K_x:
                self._change(ui, "", 0)
        elif key == pygame.K_v:
            self.write(ui, ui.clipboard.paste() or "")

    def _change(self, ui: Context, text: str, caret: int) -> None:
        state = self.own_state(ui)
        state.text, state.caret, state.is_all_selected = text, caret, False
        ui.rebuild()
        self.on_change(text)


def one_line(
    text: str, between_lines: str = " ", accepts: Callable[[str], bool] = str.isprintable
) -> str:
    """Join the lines of ``text`` and remove characters that ``accepts`` rejects."""
    joined = between_lines.join(text[:_MAX_PASTED].splitlines())
    return "".join(letter for letter in joined if accepts(letter))
