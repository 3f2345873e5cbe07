"""Predictions are kept when they are made, and their score is read from them."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.predictions import PredictionScore
from puzzler.game.storage.store import Store


def counted(answers):
    """The plain truth."""
    streak = best = 0
    for is_right in answers:
        streak = streak + 1 if is_right else 0
        best = max(best, streak)
    return PredictionScore(len(answers), sum(answers), streak, best)


@given(st.lists(st.booleans(), max_size=12))
def test_the_score_counts_rows_of_right_answers(answers):
    store = Store.in_memory()
    for at, is_right in enumerate(answers):
        store.keep_prediction("next", is_right)
        assert store.prediction_score() == counted(answers[: at + 1])
    assert store.prediction_score() == counted(answers)
    store.close()


def test_it_stays_and_is_shared_by_all_windows(tmp_path):
    first, second = Store.open(tmp_path), Store.open(tmp_path)
    first.keep_prediction("h", True)
    assert second.prediction_score() == PredictionScore(1, 1, 1, 1)
    second.keep_prediction("fate", True)
    assert first.prediction_score() == PredictionScore(2, 2, 2, 2)
    first.close()
    second.close()
    third = Store.open(tmp_path)
    assert third.prediction_score() == PredictionScore(2, 2, 2, 2)
    third.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        kinds = connection.execute("SELECT kind FROM predictions ORDER BY id").fetchall()
    connection.close()
    assert kinds == [("h",), ("fate",)]


def test_what_cannot_be_kept_is_told_once():
    store = Store.in_memory()
    store._database.connection.execute("DROP TABLE predictions")
    store.keep_prediction("next", True)
    assert store.take_trouble().startswith("the prediction cannot be kept")
    assert store.prediction_score() == PredictionScore()
    store.close()


@pytest.mark.parametrize("count", [2000])
def test_many_are_read_at_once(count):
    store = Store.in_memory()
    answers = [at % 7 != 0 for at in range(count)]
    store._database.connection.executemany(
        "INSERT INTO predictions VALUES (NULL, 'next', ?, 0)", [(int(each),) for each in answers]
    )
    assert store.prediction_score() == counted(answers)
    store.close()
