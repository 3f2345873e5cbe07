"""Records: bests, averages, what is compared with what, and the file."""

from __future__ import annotations

import json

import pytest

from puzzler.board import Board, BoardError, Scenario, shuffle
from puzzler.board.goal import snail
from puzzler.game.play.difficulty import Difficulty, difficulty_of
from puzzler.game.play.records import (
    Category,
    Record,
    Records,
    Solve,
    load_records,
    save_records,
)

EASY = Category(3, 3, "standard", Difficulty.EASY)
FULL = Category(4, 4, "snail", Difficulty.MIXED)


def solved(*solves: tuple[float, int]) -> Record:
    record = Record()
    for seconds, moves in solves:
        record = record.with_solve(Solve(seconds, moves))
    return record


def test_bests_are_kept_each_by_itself():
    record = solved((20, 50), (10, 80), (30, 60))
    assert (record.solves, record.best_seconds, record.best_moves) == (3, 10, 50)
    assert record.is_beaten_in_time(Solve(9.9, 90))
    assert not record.is_beaten_in_time(Solve(10, 1))
    assert record.is_beaten_in_moves(Solve(99, 49))
    assert not record.is_beaten_in_moves(Solve(1, 50))


def test_the_first_solve_beats_nothing():
    assert not Record().is_beaten_in_time(Solve(1, 1))
    assert not Record().is_beaten_in_moves(Solve(1, 1))


def test_averages_are_of_the_last_and_only_where_there_are_enough():
    record = solved(*((second, 10 * second) for second in range(1, 15)))
    assert record.average(5) == Solve(12, 120)
    assert record.average(12) == Solve(8.5, 85)
    assert record.average(13) is None
    assert record.average(0) is None
    assert (record.solves, len(record.last), record.best_seconds) == (14, 12, 1)
    assert solved((1, 1)).average(5) is None


def test_what_is_compared_with_what():
    assert Category.of(shuffle(3, 3, 9, seed=1)) == EASY
    assert Category.of(shuffle(4, 4, seed=1, goal=snail(4, 4))) == FULL
    own = Board.parse("3 1/2 0")
    assert Category.of(shuffle(2, 2, 5, seed=1, goal=own)).goal == "3 1/2 0"
    assert Category.of(Scenario(Board.parse("1 2/0 3"), Board.solved(2, 2))) is None


@pytest.mark.parametrize(
    ("moves", "difficulty"),
    [
        (1, Difficulty.EASY),
        (16, Difficulty.EASY),
        (47, Difficulty.EASY),
        (48, Difficulty.MEDIUM),
        (112, Difficulty.HARD),
        (399, Difficulty.HARD),
        (400, Difficulty.MIXED),
        (1000, Difficulty.MIXED),
    ],
)
def test_a_shuffle_is_as_difficult_as_the_level_it_reaches(moves, difficulty):
    assert difficulty_of(shuffle(4, 4, moves, seed=5)) is difficulty


def test_difficulties_go_up_for_every_shape():
    for rows in range(2, 11):
        for columns in range(2, 11):
            moves = [difficulty.shuffle_moves(rows, columns) for difficulty in Difficulty]
            assert moves == sorted(set(moves))
    assert [difficulty.label for difficulty in Difficulty] == [
        "Easy",
        "Medium",
        "Hard",
        "Fully mixed",
    ]


def test_a_category_that_cannot_be_is_refused():
    with pytest.raises(BoardError):
        Category(3, 11, "standard", Difficulty.EASY)
    with pytest.raises(BoardError):
        Category(3, 3, "crooked", Difficulty.EASY)
    with pytest.raises(ValueError, match="impossible"):
        Category(3, 3, "standard", "impossible")


def test_what_is_saved_is_loaded(tmp_path):
    records = Records().with_solve(EASY, Solve(1.25, 20)).with_solve(FULL, Solve(90, 300))
    records = records.with_solve(EASY, Solve(3, 10))
    assert records.of(EASY).solves == 2
    assert save_records(records, tmp_path) == ""
    assert load_records(tmp_path) == (records, "")
    assert load_records(tmp_path / "nowhere") == (Records(), "")


ENTRY = {
    "rows": 3,
    "columns": 3,
    "goal": "standard",
    "difficulty": "easy",
    "solves": 1,
    "best_seconds": 1.0,
    "best_moves": 2,
    "last": [[1.0, 2]],
}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rows": 99}, "99x3"),
        ({"rows": "3"}, ""),
        ({"goal": 7}, ""),
        ({"difficulty": "none"}, "none"),
        ({"solves": -1}, "-1 solves"),
        ({"solves": 0}, "0 solves"),
        ({"best_seconds": "soon"}, "soon"),
        ({"best_seconds": float("nan")}, "nan"),
        ({"best_moves": None}, "without a best"),
        ({"last": [[1.0]]}, ""),
        ({"last": [["a", "b"]]}, "'a'"),
        ({"last": 5}, ""),
    ],
)
def test_a_broken_file_is_set_aside(tmp_path, change, reason):
    (tmp_path / "records.json").write_text(json.dumps([ENTRY | change]))
    records, message = load_records(tmp_path)
    assert records == Records()
    told = "the records file is broken: beginning anew, the old file is now records.json.broken ("
    assert message.startswith(told)
    assert reason in message
    assert (tmp_path / "records.json.broken").exists()


def test_an_entry_without_a_part_is_named(tmp_path):
    entry = {name: value for name, value in ENTRY.items() if name != "last"}
    (tmp_path / "records.json").write_text(json.dumps([entry]))
    assert "'last' is missing" in load_records(tmp_path)[1]
    (tmp_path / "records.json").write_text("{}")
    assert "it holds no records" in load_records(tmp_path)[1]
    (tmp_path / "records.json").write_text("[7]")
    assert "'7' is no record" in load_records(tmp_path)[1]
