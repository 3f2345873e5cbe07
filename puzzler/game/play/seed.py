"""The seed of a shuffle as text, to be copied and pasted."""

from __future__ import annotations

from puzzler.board.errors import PuzzlerError, quoted

MOST_DIGITS = 40


def parse_seed(text: str) -> int:
    """The seed that ``text`` says, spaces around it forgiven; PuzzlerError where it says none."""
    digits = text.strip()
    if not digits:
        raise PuzzlerError("there is no seed: the text is empty")
    if not (digits.isascii() and digits.isdigit()):
        raise PuzzlerError(f"{quoted(digits)} is no seed: a seed is a whole number")
    if len(digits) > MOST_DIGITS:
        raise PuzzlerError(f"{quoted(digits)} is no seed: it has more than {MOST_DIGITS} digits")
    return int(digits)
