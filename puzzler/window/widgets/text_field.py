"""A text field: one line to write into."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame
from pygame import Rect, Surface

from puzzler.window.layout import inset
from puzzler.window.toolkit.clipboard import Clipboard
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.widgets.control import Point, Touch

_MOST_PASTED = 100_000


class TextField:
    """Calls ``on_change`` with every change, and ``on_enter`` at Enter.

    Left, Right, Home, End, Backspace, Delete and Ctrl+A, C, X, V do what they do everywhere; the
    selection is all or nothing.
    """

    def __init__(
        self,
        name: str,
        on_change: Callable[[str], None],
        *,
        clipboard: Clipboard,
        accepts: Callable[[str], bool] = str.isprintable,
        most: int = 200,
        placeholder: str = "",
        on_enter: Callable[[], None] | None = None,
        between_lines: str = " ",
    ) -> None:
        """``between_lines`` stands where text of several lines comes into the one line."""
        self.name = name
        self.on_change = on_change
        self.on_enter = on_enter
        self.accepts = accepts
        """Whether one sign may be in it."""
        self.most = most
        """Signs at most."""
        self.placeholder = placeholder
        """What an empty field shows."""
        self.text = ""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._clipboard = clipboard
        self._between_lines = between_lines
        self._caret = 0
        self._is_all_selected = False

    def set(self, text: str) -> None:
        """Show ``text``, the caret behind it."""
        if text != self.text:
            self.text, self._caret, self._is_all_selected = text, len(text), False

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return (
            self.text,
            self._caret,
            self._is_all_selected,
            touch.at is not None,
            touch.has_focus,
            self.is_enabled,
        )

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        theme = painter.theme
        edge = theme.track if touch.at is not None or touch.has_focus else theme.panel_edge
        painter.box(surface, self.rect, painter.px(8), theme.well, edge)
        inner = inset(self.rect, painter.px(12), 0)
        size = painter.type_size(15)
        words, color = self.text, theme.text
        if not words and not touch.has_focus:
            words, color = self.placeholder, theme.text_muted
        before = painter.text_width(self.text[: self._caret], Face.FIGURES, size)
        # a long line is shown around the caret
        shift = max(0, before - inner.width + painter.px(2))
        clip = surface.get_clip()
        surface.set_clip(clip.clip(inner))
        if self._is_all_selected and touch.has_focus and words:
            width = painter.text_width(words, Face.FIGURES, size)
            ground = Rect(inner.left - shift, 0, width, painter.px(24))
            ground.centery = inner.centery
            painter.box(surface, ground, painter.px(3), theme.accent)
            color = theme.on_accent
        line = Rect(inner.left - shift, inner.top, inner.width + shift, inner.height)
        painter.write(surface, words, Face.FIGURES, size, color, line)
        if touch.has_focus and not self._is_all_selected:
            caret = Rect(inner.left - shift + before, 0, max(1, painter.px(1.5)), painter.px(20))
            caret.centery = inner.centery
            surface.fill(theme.text, caret)
        surface.set_clip(clip)

    def select_all(self) -> None:
        """What is typed replaces the text."""
        self._is_all_selected = bool(self.text)
        self._caret = len(self.text)

    def press(self, at: Point) -> None:
        """The whole text is selected: what is typed replaces it."""
        self.select_all()

    def drag(self, at: Point) -> None:
        """Nothing."""

    def release(self, at: Point) -> None:
        """Nothing."""

    def write(self, text: str) -> None:
        """Put ``text`` in at the caret, or in place of what is selected; what cannot be is left."""
        text = self._between_lines.join(text[:_MOST_PASTED].split("\n"))
        text = "".join(sign for sign in text if self.accepts(sign))
        if not text:
            return
        before, after = self.text[: self._caret], self.text[self._caret :]
        if self._is_all_selected:
            before = after = ""
        text = text[: self.most - len(before) - len(after)]
        self._change(before + text + after, len(before) + len(text))

    def key(self, key: int, mod: int = 0) -> bool:
        """Every key but Tab and Escape: letters come again as text."""
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self._shortcut(key)
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.on_enter is None:
                return False
            self.on_enter()
        elif key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._erase(-1 if key == pygame.K_BACKSPACE else 0)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
            aims = {
                pygame.K_LEFT: self._caret - 1,
                pygame.K_RIGHT: self._caret + 1,
                pygame.K_HOME: 0,
                pygame.K_END: len(self.text),
            }
            self._caret = max(0, min(len(self.text), aims[key]))
            self._is_all_selected = False
        else:
            return key != pygame.K_ESCAPE
        return True

    def paste(self) -> bool:
        """Replace the text with the clipboard's; False where there is nothing that could be it."""
        text = self._clipboard.paste()
        if text is None or not any(self.accepts(sign) for sign in text):
            return False
        self._is_all_selected = True
        self.write(text)
        return True

    def _shortcut(self, key: int) -> None:
        if key == pygame.K_a:
            self._is_all_selected = bool(self.text)
        elif key in (pygame.K_c, pygame.K_x) and self.text:
            self._clipboard.copy(self.text)
            if key == pygame.K_x:
                self._change("", 0)
        elif key == pygame.K_v:
            self.write(self._clipboard.paste() or "")

    def _erase(self, step: int) -> None:
        if self._is_all_selected:
            self._change("", 0)
            return
        at = self._caret + step
        if 0 <= at < len(self.text):
            self._change(self.text[:at] + self.text[at + 1 :], at)

    def _change(self, text: str, caret: int) -> None:
        self.text, self._caret, self._is_all_selected = text, caret, False
        self.on_change(text)
