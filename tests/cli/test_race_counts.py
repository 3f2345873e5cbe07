"""A race, ``puzzler compare`` and ``puzzler solve`` tell the same of the same searches."""

from __future__ import annotations

import json
from typing import Any

import pytest

from puzzler.board import Board
from puzzler.board.scenario import Problem
from puzzler.search.method import Method
from puzzler.search.records import result_record
from puzzler.search.registry import ALGORITHMS
from puzzler.solver.race.job import start_race
from puzzler.solver.race.values import MOST_LANES, RaceRules
from tests.cli.conftest import Runner
from tests.cli.test_solve import HARDEST, RECORD

MIDDLE = "1 2 4/5 8 3/7 0 6"
TIMES = ("seconds", "setup_seconds")
"""Another one each time."""


def counts(record: dict[str, Any]) -> dict[str, Any]:
    """Everything but times."""
    improvements = [
        {key: value for key, value in each.items() if key not in TIMES}
        for each in record["improvements"]
    ]
    rest = {key: value for key, value in record.items() if key not in TIMES}
    return rest | {"improvements": improvements}


def raced(board: str, methods: list[Method]) -> list[dict[str, Any]]:
    """What comes of all of them: so many at a time as there may be in a race."""
    problem, records = Problem(Board.parse(board), Board.solved(3, 3)), []
    for first in range(0, len(methods), MOST_LANES):
        lanes = methods[first : first + MOST_LANES]
        lanes += [Method("greedy")] * (len(lanes) == 1)
        with start_race(problem, lanes, RaceRules()) as racer:
            assert racer.join(120)
            results = [lane.result for lane in racer.latest.lanes]
        records += [result_record(result) for result in results if result is not None]
    return records[: len(methods)]


@pytest.mark.parametrize("board", [MIDDLE, HARDEST], ids=["middle", "hardest"])
def test_a_race_of_all_algorithms_equals_compare_and_solve(
    run: Runner, board: str, compiled: None
) -> None:
    compared = json.loads(run("compare", board, "--json").out)
    assert [record["algorithm"] for record in compared] == list(ALGORITHMS)
    told = raced(board, [Method(name) for name in ALGORITHMS])
    assert len(told) == len(compared)
    for name, lane, record in zip(ALGORITHMS, told, compared, strict=True):
        solved = json.loads(run("solve", board, "--algorithm", name, "--json").out)
        solved = {key: solved[key] for key in RECORD}  # without what the text has said
        assert list(lane) == list(record) == RECORD
        assert counts(lane) == counts(record) == counts(solved), name
