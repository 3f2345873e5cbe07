"""The order in which the successors of a state are generated: a permutation of U, D, L and R."""

from __future__ import annotations

from itertools import permutations

from puzzler.board.move import LETTERS, Move

DEFAULT_ORDER = LETTERS
"""UDLR: the blank goes up first, then down, left and right."""
ORDERS = tuple("".join(letters) for letters in permutations(DEFAULT_ORDER))
"""All that there are, the default first."""


def checked_order(text: str) -> str:
    """``text`` in capitals; ValueError names it where it is not each of U, D, L and R once."""
    order = text.upper()
    if order not in ORDERS:
        raise ValueError(f"an order of moves is U, D, L and R, each once, not {text!r}")
    return order


def moves_in(order: str) -> tuple[Move, ...]:
    """The four moves, first the one that is taken first."""
    return tuple(Move.from_letter(letter) for letter in order)
