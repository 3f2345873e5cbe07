"""Texts of the session: sentences, names of boards, guarantees."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from puzzler.board import GOALS, Board, Scenario, shuffle
from puzzler.game.core import texts
from puzzler.game.core.category import Relay
from puzzler.game.core.distances import ShortestLength
from puzzler.game.play.finish import Finish, finish_text
from puzzler.game.play.new_boards import daily
from puzzler.game.watch import watching as watch_messages
from puzzler.game.watch.watching import guarantee_ahead
from puzzler.search.method import Method

GOAL = Board.solved(3, 3)


@pytest.mark.parametrize(
    ("method", "guarantee"),
    [
        (Method(), "At most twice the shortest"),
        (Method("astar", "manhattan"), "Finds a shortest solution"),
        (Method("astar", "manhattan", 1.5), "At most 1.5 times the shortest"),
        (Method("greedy"), "No guarantee"),
        (Method("anytime"), "Fast first solution, then keeps improving it"),
    ],
)
def test_the_guarantee_of_a_method_is_described(method, guarantee):
    assert guarantee_ahead(method) == guarantee


@pytest.mark.parametrize(
    ("solve", "line"),
    [
        ((27, 2.0, 27, ("time",)), "Solved in 27 moves, a perfect solution. New best time: 2.00 s"),
        ((27, 41.26, None, ()), "Solved in 27 moves, 41.26 s"),
        (
            (1, 2.0, 1, ("moves",)),
            "Solved in 1 move, 2.00 s, a perfect solution. New best number of moves: 1",
        ),
        ((30, 9.0, 27, ()), "Solved in 30 moves, 9.00 s (shortest: 27)"),
    ],
)
def test_the_text_of_a_solve_by_hand(solve, line):
    moves, seconds, shortest, beaten = solve
    finish = Finish(
        seconds=seconds,
        moves=moves,
        shortest=ShortestLength(shortest or 0, shortest),
        beaten=beaten,
    )
    assert finish_text(finish) == line
    notes = {"assisted": ". Not counted: you had help", "coached": ": you had the coach"}
    for mark, words in notes.items():
        assert words in finish_text(replace(finish, **{mark: True}))


def test_every_message_starts_with_a_capital():
    for module in (texts, watch_messages):
        constants = {name: value for name, value in vars(module).items() if isinstance(value, str)}
        names = {name for name in constants if name.isupper()} - {"OWN", "ENDLESS"}
        messages = [constants[name] for name in names]
        assert all(message[0].isupper() or message == "×" for message in messages)
        assert len(messages) > 3


def test_another_board_is_named_by_its_title_or_seed():
    def text_of(scenario):
        return texts.other_board_message(scenario).removeprefix("Back to your ")

    assert text_of(daily(date(2026, 11, 21))) == "4×4 board: Board of the day, 21 November 2026"
    assert text_of(Relay(5).begin_next()[1]) == "2×2 board: Relay, board 1 of 4"
    assert text_of(shuffle(3, 3, seed=7)) == "3×3 board, seed 7"
    start = Board.parse("1 2 3/4 5 6/7 0 8")
    own = Scenario(start, Board.parse("2 1 3/4 5 6/8 7 0"), title="Drawn by hand")
    assert text_of(own) == "3×3 board: Drawn by hand (custom goal)"
    assert text_of(Scenario(start, GOALS["snail"](3, 3), seed=7)) == "3×3 board, seed 7 (snail)"
