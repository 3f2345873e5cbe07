"""Moves in a text that names no board."""

from __future__ import annotations

from contextlib import suppress

from puzzler.board.errors import BoardError
from puzzler.board.scenario import Scenario
from puzzler.formats import registry
from puzzler.formats.format import Contents
from puzzler.formats.moves import Letters, Mover, meant, read_moves, split_mover
from puzzler.formats.scramble import read_scramble


def solution_in(text: str, scenario: Scenario) -> Contents:
    """What ``text`` says; letters alone are moves from the start of ``scenario``.

    ``moves`` is None where it has none. BoardError where it is not right.
    """
    letters = letters_in(text)
    if letters is None:
        if not any(letter.isdigit() for letter in text):
            read_moves(split_mover(text)[1])  # says what is wrong with it
        return registry.read(text)
    said, moves = letters
    made = meant(scenario.start, scenario.goal, moves, said)
    return Contents(scenario.start, scenario.goal, scenario.labels, moves=made)


def letters_in(text: str) -> tuple[Mover | None, Letters] | None:
    """Who moves, where it is said, and the moves, where ``text`` is nothing but that; else None."""
    try:
        said, rest = split_mover(text)
        return said, read_moves(rest)
    except BoardError:
        return None


def letter_meanings(text: str, scenario: Scenario) -> tuple[list[Contents], list[Contents]]:
    """What letters alone may be: moves from the start of ``scenario``, and a scramble of its size.

    Each for the blank and for the tile, as far as they can be made; the same is told once. One
    that leads to the goal is meant, and then the only one.
    """
    letters = letters_in(text)
    if letters is None or not letters[1].moves:
        return [], []
    said, moves = letters
    start, goal = scenario.start, scenario.goal
    played, scrambles = list[Contents](), list[Contents]()
    for mover in Mover if said is None else (said,):
        with suppress(BoardError):
            made = meant(start, goal, moves, mover)
            played.append(Contents(start, goal, scenario.labels, moves=made))
        with suppress(BoardError):
            header = "" if said is not None else f"moves: {mover.value}\n"
            scrambles.append(read_scramble(header + text, start.size))
    solutions = [each for each in played if start.apply_all(each.moves or ()) == goal]
    if len(set(solutions)) == 1:
        return solutions[:1], []
    return list(dict.fromkeys(played)), list(dict.fromkeys(scrambles))
