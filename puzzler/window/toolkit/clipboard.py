"""The system's clipboard, where there is one."""

from __future__ import annotations

import pygame


class Clipboard:
    """Keeps one text for all programs."""

    def copy(self, text: str) -> bool:
        """Put ``text`` there; False where there is no clipboard."""
        try:
            pygame.scrap.put_text(text)
        except (pygame.error, ValueError):  # no clipboard, or signs that it cannot hold
            return False
        return True

    def paste(self) -> str | None:
        """The text there; None where there is none, or no clipboard."""
        try:
            return pygame.scrap.get_text() or None
        except (pygame.error, ValueError):
            return None
