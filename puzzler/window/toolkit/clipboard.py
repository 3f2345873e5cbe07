"""Access to the clipboard of the system."""

from __future__ import annotations

from contextlib import suppress

import pygame


class Clipboard:
    """The clipboard of the system, if there is one."""

    def copy(self, text: str) -> bool:
        """Copy ``text`` to the clipboard. Return False if that is impossible."""
        with suppress(pygame.error, ValueError):  # no clipboard, or unsupported characters
            pygame.scrap.put_text(text)
            return True
        return False

    def paste(self) -> str | None:
        """The text of the clipboard; None if it is empty or missing."""
        with suppress(pygame.error, ValueError):
            return pygame.scrap.get_text() or None
        return None
