"""``puzzler play --text``: piped commands and their output."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzler import resources
from puzzler.game.storage.store import Store
from tests.cli.conftest import Runner
from tests.cli.test_solve import bad

NEAR = "1 2 3/4 5 6/0 7 8"
Play = Callable[..., list[str]]


@pytest.fixture
def play(run: Runner, compiled: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Play the lines and return the output after the line on help. Games are stored per test."""
    monkeypatch.setattr(resources, "data_folder", lambda: tmp_path / "data")

    def played(*lines: str, board: tuple[str, ...] = (NEAR,)) -> list[str]:
        result = run("play", "--text", *board, stdin="".join(f"{line}\n" for line in lines))
        assert (result.status, result.error) == (0, "")
        lines_of_output = result.out.splitlines()
        # remove times
        lines_of_output = [re.sub(r"( and|,) \d+\.\d\d s.*", "", line) for line in lines_of_output]
        return lines_of_output[lines_of_output.index("? lists the commands") + 1 :]

    return played


def test_a_game_is_played_to_its_end(play: Play) -> None:
    assert play("m", "left", "l", "R", "8", "left", "u", "r", "u", "8", "g", "t") == [
        "possible: 4 down, 7 left",
        "7 slides left",
        "7 slides left",
        "8 slides left",
        "Solved in 2 moves",
        "solved: n starts a new game",
        "solved: n starts a new game",
        "8 slides right",
        "8 slides left",
        "Solved in 2 moves",
        "8 slides right",
        "8 slides left",
        "Solved again. Your first solve counts: 2 moves",
        "row 1: 1 2 3",
        "row 2: 4 5 6",
        "row 3: 7 8 gap",
        "2 moves",
    ]


@pytest.mark.parametrize("number", ["9" * 5000, "\u0663", "0", "4"])
def test_a_number_out_of_range_is_an_error_of_one_short_line(play: Play, number: str) -> None:
    shown = number if len(number) == 1 else "9" * 23 + "\u2026"
    assert play(f"row {number}", f"tile {number * 9}") == [
        f"no row {shown}: choose 1 to 3",
        f"no tile {(number * 9)[:23] + chr(0x2026) if len(number) > 1 else number * 9}",
    ]


def test_several_tiles_slide_together(play: Play) -> None:
    lines_of_output = play("8", "l", "u", "r", "u", "row 3", "column 1")
    assert [line for line in lines_of_output if line != "Solved in 2 moves"] == [
        "7 and 8 slide left",
        "7 and 8 slide left",
        "7 and 8 slide right",
        "7 and 8 slide left",
        "7 and 8 slide right",
        "row 3: gap 7 8",
        "column 1: 1 4 gap",
    ]


def test_distance_hint_and_solution(play: Play) -> None:
    assert play("d", "h", "s", "h", "d", "u", "t") == [
        "2 moves left, no extra moves",
        "slide 7 left: this starts a shortest solution",
        "7 slides left",
        "8 slides left",
        "Solution found: 2 moves, the shortest possible",
        "The board is already solved",
        "The board is already solved",
        "7 and 8 slide right",
        "0 moves",
    ]


def test_the_coach_comments_on_each_move_and_a_review_follows(play: Play) -> None:
    lines_of_output = play("a", "c", "4", "c", "4", "8", "a")
    assert lines_of_output.pop().startswith("proof: all distances proven in ")
    assert lines_of_output == [
        "no move yet",
        "coach on",
        "2 moves left, no extra moves",
        "4 slides down",
        "3 moves left, 2 extra",
        "coach off",
        "4 slides up",
        "7 and 8 slide left",
        "Solved in 4 moves",
        "played: 4 moves, solved",
        "shortest: 2 moves",
        "extra: 2 moves by 1 mistake",
        "stage: Column 1: 3 moves, 2 extra",
        "stage: Last 2x2: 1 move, 0 extra",
        "mistake: move 1, tile 4 (U): costs 2 moves, 3 left instead of 1",
    ]


def test_an_error_has_one_line_and_the_game_continues(play: Play) -> None:
    lines_of_output = play(
        "x", "row 4", "5", "9", "tile", "up", "UD", "u", "r", "", "hello you", "l"
    )
    assert lines_of_output == [
        "unknown command 'x': ? lists all commands",
        "no row 4: choose 1 to 3",
        "5 cannot slide; possible: 4 down, 7 left",
        "no tile 9",
        "no tile tile",
        "no tile can slide up; possible: 4 down, 7 left",
        "unknown command 'UD': ? lists all commands",
        "nothing to undo",
        "nothing to redo",
        "unknown command 'hello you': ? lists all commands",
        "no move yet",
    ]


def test_bytes_that_are_not_text_are_an_unknown_command(run: Runner) -> None:
    result = run("play", "--text", NEAR, stdin=b"\xff\nq\n")
    assert (result.status, result.error) == (0, "")
    assert result.out.endswith("unknown command '\\\\xff': ? lists all commands\n")


def test_the_game_is_stored_and_its_solve_counts(play: Play, run: Runner) -> None:
    play("left")
    went_on = run("play", "--text", stdin="8\n").out.splitlines()
    assert went_on[0].endswith("3, 1 move so far") and went_on[5] == "8 slides left"
    assert went_on[6].startswith("Solved in 2 moves")
    assert run("play", "--text").out.splitlines()[4] == "solved: n starts a new game"
    store = Store.open()
    number = store.solves.latest()
    assert number is not None
    solve = store.solves.get(number)
    store.close()
    assert solve is not None and str(solve.scenario.start) == NEAR


def test_tiles_are_displayed_and_typed_by_their_labels(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "letters.txt"
    file.write_text("A B C\nD _ E\nG H F\n", encoding="utf-8")
    assert play("m", "E", "row 2", "tile d", "D", "tile x", "d", board=(str(file),)) == [
        "possible: B down, H up, D right, E left",
        "E slides left",
        "row 2: D E gap",
        "D and E slide right",
        "D slides left",
        "no tile x",
        "2 moves left, 4 extra",
    ]


def test_a_new_game_has_the_same_shape_and_goal(play: Play, run: Runner) -> None:
    options = ("--size", "3x3", "--goal", "blank-first", "--seed", "7")
    lines_of_output = play("n", "g", "q", "b", board=options)
    assert lines_of_output[0] == "3\N{MULTIPLICATION SIGN}3, a new game"
    assert lines_of_output[4:] == [
        "goal: In order, gap first; g shows it",
        "row 1: gap 1 2",
        "row 2: 3 4 5",
        "row 3: 6 7 8",
    ]
    bad(run("play", "--text", "--watch", NEAR), "--text")


def test_the_help_lists_every_command(play: Play) -> None:
    commands = {line.partition(":")[0] for line in play("?")}
    assert commands >= set("bgmltdhscuranq")


def test_a_full_disk_is_reported_once(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(resources, "data_folder", lambda: tmp_path / "file" / "data")
    error = run("play", "--text", NEAR, stdin="q\n").error
    assert error.count("settings, games and solves cannot be saved") == 1
    assert all(line.startswith("puzzler: ") for line in error.splitlines())
