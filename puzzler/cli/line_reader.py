"""Lines that the user types during a command."""

from __future__ import annotations

import sys


class LineReader:
    """Reads lines typed by the user until standard input ends."""

    def __init__(self) -> None:
        self._has_ended = sys.stdin is None
        self.is_terminal = not self._has_ended and sys.stdin.isatty()

    def line(self, prompt: str) -> str | None:
        """Return the next line, or None at the end."""
        if self._has_ended:
            return None
        if self.is_terminal:
            print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        self._has_ended = not line
        if self.is_terminal and not line:
            print()
        return line.strip() if line else None
