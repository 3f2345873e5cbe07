"""The game as it was left, kept in a JSON file until the next start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable
from puzzler.board.scenario import Scenario
from puzzler.game.kept.kept_file import KeptFile
from puzzler.game.play.game import Play, SavedGame

MOST_PLAYS = 1000
"""So many states are kept on either side of the present one; the farthest are left out."""


def load_game(folder: Path | None = None) -> tuple[SavedGame | None, str]:
    """The game kept in ``folder`` (by default the user's), and what is to be said about it.

    Never raises; None where none is kept, or where the file is broken.
    """
    return _FILE.load(folder)


def save_game(saved: SavedGame, folder: Path | None = None) -> str:
    """Keep ``saved`` in ``folder`` (by default the user's); "" or why it could not be done."""
    return _FILE.save(saved, folder)


def _nothing() -> SavedGame | None:
    return None


def _to_json(saved: SavedGame | None) -> dict[str, Any]:
    assert saved is not None
    past, future = saved.past[-MOST_PLAYS:], saved.future[-MOST_PLAYS:]
    plays = (*past, saved.present, *future)
    # most plays share a scenario: each is written once
    scenarios = list(dict.fromkeys(play.scenario for play in plays))
    index = {scenario: number for number, scenario in enumerate(scenarios)}
    return {
        "scenarios": [_scenario_to_json(scenario) for scenario in scenarios],
        "past": [_play_to_json(play, index) for play in past],
        "present": _play_to_json(saved.present, index),
        "future": [_play_to_json(play, index) for play in future],
    }


def _scenario_to_json(scenario: Scenario) -> dict[str, Any]:
    return {
        "start": str(scenario.start),
        "goal": str(scenario.goal),
        "seed": scenario.seed,
        "shuffle": "".join(move.letter for move in scenario.shuffle),
        "labels": None if scenario.labels is None else list(scenario.labels),
        "title": scenario.title,
    }


def _play_to_json(play: Play, index: dict[Scenario, int]) -> dict[str, Any]:
    return {
        "scenario": index[play.scenario],
        # no str(board): a thousand of these are read before the first picture
        "tiles": " ".join(map(str, play.board.tiles)),
        "moves": play.move_count,
        "seconds": round(play.seconds, 3),
        "assisted": play.assisted,
        "number": play.number,
    }


def _from_json(value: Any) -> SavedGame | None:
    scenarios = [_scenario_from_json(written) for written in value["scenarios"]]
    return SavedGame(
        _play_from_json(value["present"], scenarios),
        tuple(_plays_from_json(value["past"], scenarios)),
        tuple(_plays_from_json(value["future"], scenarios)),
    )


def _scenario_from_json(value: Any) -> Scenario:
    seed, title = value["seed"], value["title"]
    if not (seed is None or type(seed) is int) or type(title) is not str:
        raise ValueError(f"the seed cannot be {seed!r}, or the title {title!r}")
    start, goal = Board.parse(value["start"]), Board.parse(value["goal"])
    check_solvable(start, goal)
    shuffle = tuple(Move.from_letter(letter) for letter in value["shuffle"])
    labels = _labels_from_json(value.get("labels"), len(start.tiles))
    return Scenario(start, goal, seed, shuffle, labels, title)


def _labels_from_json(value: Any, count: int) -> tuple[str, ...] | None:
    """None where the board has none, and in the files of older versions."""
    if value is None:
        return None
    is_fit = isinstance(value, list) and len(value) == count
    if not (is_fit and all(type(label) is str for label in value)):
        raise ValueError(f"the labels cannot be {value!r}")
    return tuple(value)


def _plays_from_json(values: Any, scenarios: list[Scenario]) -> Iterator[Play]:
    for value in values:
        yield _play_from_json(value, scenarios)


def _play_from_json(value: Any, scenarios: list[Scenario]) -> Play:
    scenario = scenarios[value["scenario"]]
    rows, columns = scenario.start.size
    board = Board(rows, columns, tuple(map(int, value["tiles"].split())))
    check_solvable(board, scenario.goal)
    moves, seconds = value["moves"], value["seconds"]
    assisted, number = value["assisted"], value["number"]
    are_numbers = type(moves) is int and type(number) is int and type(seconds) in (int, float)
    if not (are_numbers and type(assisted) is bool and 0 <= seconds < 1e12):
        raise ValueError(f"a play cannot be {value!r}")
    if moves < 0 or number < 0:
        raise ValueError(f"a play cannot be {value!r}")
    return Play(scenario, board, moves, float(seconds), assisted, number)


_FILE: KeptFile[SavedGame | None] = KeptFile(
    "game.json", "saved game", "beginning anew", _nothing, _from_json, _to_json
)
