"""``puzzler solve``: answers, exit status and bad input."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from puzzler.board import Board, Move, shuffle
from puzzler.search import options as search_options
from puzzler.search.compilation import CompilationError
from puzzler.search.engine.stepping import Stopwatch
from puzzler.search.kernels import jit
from puzzler.search.options import Limit
from tests.cli.conftest import Run, Runner
from tests.instances import instances

HARDEST = "8 6 7/2 5 4/3 0 1"
UNSOLVABLE = "1 2 3/4 5 6/8 7 0"
NEAR_15 = "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15"
TOO_HARD = str(instances("hardest_15puzzle_1_5.txt")[0].board)
RECORD = [
    *("status", "limit", "board", "goal", "algorithm", "heuristic", "weight", "order", "ties"),
    *(
        "depth_limit",
        "goal_test",
        "duplicates_found",
        "pruning",
        "metric",
        "length",
        "multi_tile_length",
        "moves",
        "tiles",
        "optimal",
        "lower_bound",
        "expanded",
    ),
    *("generated", "duplicates", "reopened", "peak_frontier", "deepest", "branching", "stored"),
    *("peak_bytes", "seconds", "setup_seconds", "guarantee", "worth", "improvements"),
]
"""The keys of a result."""
KEYS = [*RECORD, "id", "promised"]


def check_answer(answer: dict[str, object]) -> None:
    """Check that the moves are legal, reach the goal and slide the named tiles."""
    board, goal = Board.parse(str(answer["board"])), Board.parse(str(answer["goal"]))
    moves = [Move.from_letter(letter) for letter in str(answer["moves"])]
    tiles = []
    for move in moves:
        after = board.apply(move)
        tiles.append(after.tiles[board.blank])
        board = after
    assert board == goal
    assert answer["tiles"] == tiles
    assert answer["length"] == len(moves)


def bad(run: Run, *words: str) -> None:
    """Check for exit status 2 and one line on standard error that contains these words."""
    assert run.status == 2
    assert run.out == ""
    assert len(run.error.splitlines()) == 1
    assert run.error.startswith("puzzler: ")
    for word in words:
        assert word in run.error


@pytest.mark.parametrize("text", ["867254301", "[[8,6,7],[2,5,4],[3,0,1]]"])
def test_notations_of_a_board(run: Runner, text: str) -> None:
    for options in ((text,), ("-", "--batch"), ("867254301", "--goal", "123456780")):
        result = run("solve", *options, "--optimal", "--json", stdin=f"{text}\n")
        assert [answer["board"] for answer in result.answers] == [HARDEST]
        assert [answer["length"] for answer in result.answers] == [31]
    bad(run("solve", "867254311"), "column 9: tile 1 appears twice, first at column 8")


def test_the_hardest_board_in_json(run: Runner) -> None:
    result = run("solve", HARDEST, "--json", "--method", "watch")
    assert (result.status, result.error) == (0, "")
    (answer,) = result.answers
    assert list(answer) == KEYS
    check_answer(answer)
    assert answer["status"] == "solved"
    assert answer["board"] == HARDEST
    assert answer["goal"] == "1 2 3/4 5 6/7 8 0"
    assert (answer["algorithm"], answer["heuristic"]) == ("astar", "manhattan+misplaced")
    assert answer["weight"] == 1
    assert 31 <= answer["length"] <= 35
    assert answer["optimal"] is False  # the solution is optimal, but this search does not prove it
    assert 0 < answer["lower_bound"] <= 31
    for key in ("expanded", "generated", "peak_frontier", "stored", "peak_bytes", "seconds"):
        assert answer[key] > 0, key


def test_the_answer_as_text(run: Runner) -> None:
    result = run("solve", HARDEST, "--heuristic", "manhattan")
    assert result.status == 0
    lines = dict(line.split(maxsplit=1) for line in result.out.splitlines())
    assert lines["board"] == HARDEST
    assert lines["solution"] == "31 moves, proven optimal"
    assert re.fullmatch("[UDLR]{31}", lines["moves"])
    assert len(lines["tiles"].split()) == 31
    assert lines["search"] == "A*, Manhattan"
    assert "expanded" in lines["figures"]
    assert "\x1b" not in result.out  # no colours in a pipe
    assert "at most twice the optimal length" in run("solve", HARDEST, "--method", "watch").out
    assert "31 moves, proven optimal" in run("solve", HARDEST).out


def test_order_and_ties_change_the_counts(run: Runner) -> None:
    astar = ("solve", HARDEST, "--heuristic", "manhattan")
    counts = set()
    for options in ((), ("--ties", "fifo"), ("--ties", "low-g"), ("--order", "rldu")):
        (answer,) = run(*astar, "--json", *options).answers
        assert (answer["length"], answer["optimal"]) == (31, True)
        counts.add(answer["expanded"])
    assert len(counts) == 4
    lines = run(*astar, "--order", "RDLU", "--ties", "high-g").out.splitlines()
    assert "search   A*, Manhattan, order RDLU, tie-break: larger g" in lines
    assert any(line.startswith("tree     maximum depth 31, b* 1.") for line in lines)


def test_a_solved_board_needs_no_moves(run: Runner) -> None:
    (answer,) = run("solve", "1 2/3 0", "--json").answers
    assert (answer["length"], answer["moves"], answer["tiles"]) == (0, "", [])
    assert answer["optimal"] is True
    assert "0 moves, proven optimal" in run("solve", "1 2/3 0").out


def test_boards_on_the_path_are_printed(run: Runner) -> None:
    result = run("solve", "1 2 3/4 5 6/0 7 8", "--show-boards")
    _, *boards = result.out.split("\n\n")
    assert [board.splitlines()[0].strip() for board in boards] == [
        "0  start",
        "1  R, tile 7",
        "2  R, tile 8",
    ]
    shown = [Board.parse("\n".join(board.splitlines()[1:])) for board in boards]
    assert [str(board) for board in shown] == [
        "1 2 3/4 5 6/0 7 8",
        "1 2 3/4 5 6/7 0 8",
        "1 2 3/4 5 6/7 8 0",
    ]


@pytest.mark.parametrize(
    ("goal", "tiles"),
    [
        ("standard", "1 2 3/4 5 6/7 8 0"),
        ("blank-first", "0 1 2/3 4 5/6 7 8"),
        ("snail", "1 2 3/8 0 4/7 6 5"),
        ("3 1 2/0 4 5/6 7 8", "3 1 2/0 4 5/6 7 8"),
        ("goal.txt", "3 1 2/0 4 5/6 7 8"),
    ],
)
def test_goals_are_reached(run: Runner, goal: str, tiles: str) -> None:
    Path("goal.txt").write_text("3 1 2\n0 4 5\n6 7 8\n", encoding="utf-8")
    start = Board.parse(tiles)
    for letter in "UDLRUDLRLLURD" * 3:
        if Move.from_letter(letter) in start.legal_moves():
            start = start.apply(Move.from_letter(letter))
    (answer,) = run("solve", str(start), "--goal", goal, "--json").answers
    assert answer["goal"] == tiles
    check_answer(answer)


def test_a_long_path_is_printed_without_a_gap(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzler.cli.solve_output.BOARDS_AT_ONCE", 10)
    _, *boards = run("solve", HARDEST, "--show-boards").out.removesuffix("\n").split("\n\n")
    assert [int(board.split(maxsplit=1)[0]) for board in boards] == [*range(32)]
    assert {len(board.splitlines()) for board in boards} == {4}


def test_an_unsolvable_board_has_status_3(run: Runner) -> None:
    result = run("solve", UNSOLVABLE)
    assert result.status == 3
    assert "unsolvable" in result.out
    result = run("solve", UNSOLVABLE, "--json")
    assert result.status == 3
    (answer,) = result.answers
    assert list(answer) == KEYS
    assert (answer["status"], answer["length"], answer["moves"]) == ("unsolvable", None, "")
    assert answer["optimal"] is False
    assert run("solve", "1 2/3 0", "--goal", "2 1/3 0").status == 3


def test_the_first_run_reports_that_it_compiles(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []
    monkeypatch.setattr("puzzler.search.kernel_switch.is_prepared", lambda steps: False)
    monkeypatch.setattr("puzzler.search.kernel_switch._prepared", set())
    monkeypatch.setattr("puzzler.search.kernel_switch._children", {})
    monkeypatch.setattr("puzzler.search.compile_steps.prepare_steps", prepared.extend)
    result = run("solve", NEAR_15, "--json")
    assert result.error == "puzzler: preparing the solver (first run only)\n"
    assert len(result.answers) == 1
    assert prepared == ["idastar pattern-database"]  # not the kernels of the default of Watch
    prepared.clear()
    assert run("solve", "1 0/3 2", "--json").error == ""  # runs without compilation
    assert run("solve", NEAR_15, "--json", "--algorithm", "greedy").error == ""
    assert not prepared


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        (
            "--node-limit",
            "1000",
            "stopped at the limit of 1,000 expanded states",
        ),
        ("--time-limit", "0.01", "out of time after 0.01 s"),
        ("--memory-limit", "3", "out of memory (3.0 MB, "),
    ],
)
def test_limits_end_a_search(
    run: Runner, monkeypatch: pytest.MonkeyPatch, option: str, value: str, expected: str
) -> None:
    # a clock that advances by half a millisecond per call
    ticks = count()

    def slow_clock(_: object) -> Stopwatch:
        return Stopwatch(lambda: 0.0005 * next(ticks))

    monkeypatch.setattr(import_module("puzzler.search.starting"), "Stopwatch", slow_clock)
    monkeypatch.setattr(jit, "seconds_compiling", lambda: 0.0)
    result = run("solve", TOO_HARD, "--method", "watch", option, value, "--json")
    assert result.status == 1
    (answer,) = result.answers
    assert (answer["status"], answer["length"], answer["moves"]) == ("limit", None, "")
    assert answer["optimal"] is False
    assert 0 < answer["lower_bound"] <= 80
    assert answer["expanded"] > 0
    if option == "--memory-limit":
        assert answer["peak_bytes"] <= 3_000_000
    if option == "--node-limit":
        assert answer["expanded"] == 1000
    result = run("solve", TOO_HARD, "--method", "watch", option, value)
    assert result.status == 1
    assert f"solution {expected}" in result.out


def test_ctrl_c_ends_a_search(run: Runner, interrupt) -> None:
    interrupt(0)
    result = run("solve", HARDEST, "--json")
    assert result.status == 130
    assert result.answers[0]["status"] == "cancelled"
    assert "cancelled" in run("solve", HARDEST).out
    # a list ends with this answer
    result = run("solve", "-", "--batch", "--json", stdin=f"{HARDEST}\n{HARDEST}\n")
    assert result.status == 130
    assert len(result.answers) == 1


def test_ctrl_c_outside_a_search(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("puzzler.cli.board_input.find_source", interrupted)
    result = run("solve", HARDEST)
    assert (result.status, result.out, result.error) == (130, "", "puzzler: cancelled\n")


def test_ctrl_c_while_kernels_are_compiled(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    switch = "puzzler.search.kernel_switch"
    monkeypatch.setattr(f"{switch}.must_compile", lambda *_: True)
    monkeypatch.setattr(f"{switch}.KernelSwitch.waits_for_compiler", True)
    monkeypatch.setattr("puzzler.search.compile_steps.prepare_steps", interrupted)
    reason = "cancelled while the solver was prepared (first run only)"
    result = run("solve", HARDEST)
    assert (result.status, reason in result.out) == (130, True)
    (answer,) = run("solve", HARDEST, "--metric", "multi", "--json").answers
    assert (answer["metric"], answer["status"]) == ("multi", "cancelled")
    result = run("trace", HARDEST)
    assert (result.status, result.out, reason in result.error) == (130, "", True)


def test_a_failed_compilation_is_no_error(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise CompilationError("no compiler")

    switch = "puzzler.search.kernel_switch"
    monkeypatch.setattr(f"{switch}.must_compile", lambda *_: True)
    monkeypatch.setattr(f"{switch}.KernelSwitch.waits_for_compiler", True)
    monkeypatch.setattr("puzzler.search.compile_steps.prepare_steps", fail)
    assert run("solve", "1 2/0 3", "-q").out == "R\n"
    monkeypatch.setattr("puzzler.cli.batch.prepare", lambda *_: 5.0)
    (answer,) = run("solve", "1 2/0 3", "--json").answers
    assert answer["setup_seconds"] > 5  # both are counted


def test_searches_have_the_limit_and_all_tables(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, options = import_module("puzzler.search.solve"), list[dict[str, object]]()
    solve, shorten = module.solve, module.shorten

    def watched(*arguments, on_larger_tables, **others):
        on_larger_tables("a note")
        options.append(others)
        return solve(*arguments, on_larger_tables=on_larger_tables, **others)

    def shortened(*arguments, **others):
        options.append(others)
        return shorten(*arguments, **others)

    monkeypatch.setattr(module, "solve", watched)
    monkeypatch.setattr(module, "shorten", shortened)
    assert run("solve", "1 2/0 3", "-q").error == "puzzler: a note\n"
    assert (options[0]["larger_tables"], options[0]["threads"]) == (True, search_options.cores())
    assert run("optimize", "1 2/0 3", "--moves", "R", "--node-limit", "5").status == 0
    assert options[1]["limit"] == Limit(expansions=5)


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ("1 2 2/4 5 6/8 7 0", ["BOARD: line 1, column 5", "tile 2", "twice"]),
        ("   ", ["empty"]),
        ("8puzzle.txt", ["8puzzle.txt", "file not found"]),
        ("boards/8.txt", ["boards/8.txt", "file not found"]),
        ("nonsense", ["nonsense", "file", "board"]),
        (".", ["folder"]),
    ],
)
def test_invalid_boards_are_errors(run: Runner, argument: str, words: list[str]) -> None:
    bad(run("solve", argument), *words)
    bad(run("solve", argument, "--json"), *words)


@pytest.mark.parametrize("board", [HARDEST, UNSOLVABLE])
def test_invalid_options_are_errors(run: Runner, board: str) -> None:
    bad(run("solve", board, "--show-boards", "--json"), "--show-boards", "--json")
    bad(run("solve", board, "more"), "'more' is not a file")
    bad(run("solve", *board.split()), "put a board in quotes")


def test_a_file_of_several_boards_is_a_list(run: Runner) -> None:
    boards = "1 2/0 3\n1 2/0 3\n"
    Path("boards.txt").write_text(boards, encoding="utf-8")
    assert run("solve", "boards.txt", "-q", "--jobs", "1").out == "R\nR\n"
    assert len(run("compare", "boards.txt", "--algorithms", "bfs", "--json").answers) == 1
    assert run("convert", "boards.txt", "--to", "list").out.count("\n") == 2
    bad(run("solve", "-", stdin=boards), "standard input: contains several boards: use --batch")
    bad(run("solve", HARDEST, "--goal", "boards.txt"), "boards.txt: contains several boards")


def test_a_list_of_boards_is_solved(run: Runner) -> None:
    Path("boards").write_text(f"# three\n1 2/3 0\n\n{HARDEST} # hard\n1 0/3 2\n", encoding="utf-8")
    result = run("solve", "boards", "--batch", "--json")
    assert (result.status, result.error) == (0, "")
    assert [answer["board"] for answer in result.answers] == ["1 2/3 0", HARDEST, "1 0/3 2"]
    for answer in result.answers:
        check_answer(answer)
    words = run("solve", "boards", "--batch").out
    assert [block.splitlines()[0] for block in words.split("\n\n")] == [
        "board    1 2/3 0",
        f"board    {HARDEST}",
        "board    1 0/3 2",
    ]


def test_bad_lines_are_reported_and_the_rest_is_solved(run: Runner) -> None:
    text = "1 2/3 0\n1 1/2 3\ny\n# fine\n1 2 3/4 5 0\n1 0/3 2\n9 y 1 2 3 0\n7 1 1 2 0 3\n"
    result = run("solve", "-", "--batch", "--json", "--goal", "1 2/3 0", stdin=text)
    assert result.status == 2
    solved = [(a["board"], a["id"]) for a in result.answers if a["status"] != "bad input"]
    assert solved == [("1 2/3 0", None), ("1 0/3 2", None), ("1 2/0 3", "7")]
    no_tile = "'y' is not a tile: tiles are numbers, the blank is 0, _, x or -"
    assert result.error.splitlines()[:3] == [
        (
            "puzzler: standard input: line 2, column 3: tile 1 appears twice, first at column 1; "
            "the blank is missing"
        ),
        f"puzzler: standard input: line 3, column 1: {no_tile}",
        "puzzler: standard input: line 5: the goal is 2x2, not 2x3",
    ]
    assert result.error.splitlines()[3].startswith("puzzler: standard input: line 7, column 3: ")


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (["1 2/3 0"], 0),
        (["1 2/3 0", "2 1/3 0"], 3),
        ([HARDEST, "1 2/3 0"], 1),
        ([HARDEST, "2 1/3 0", "1 2/3 0"], 3),
        (["2 1/3 0", "oops", HARDEST], 2),
    ],
)
def test_the_status_of_a_list_is_the_worst_status(
    run: Runner, lines: list[str], status: int
) -> None:
    text = "\n".join(lines)
    result = run("solve", "-", "--batch", "--json", "--node-limit", "5", stdin=text)
    assert result.status == status


def test_a_list_without_boards_is_an_error(run: Runner) -> None:
    bad(run("solve", "-", "--batch", stdin="# nothing\n\n"), "standard input", "empty")
    result = run("solve", "-", "--batch", stdin="what is this\n" * 100_000)
    assert result.status == 2
    assert len(result.error.splitlines()) == 101
    assert "no board in the first 100 lines" in result.error


def test_output_is_written_to_a_file(run: Runner) -> None:
    result = run("solve", HARDEST, "--json", "-o", "answer.json")
    assert (result.status, result.out, result.error) == (0, "", "")
    check_answer(json.loads(Path("answer.json").read_text(encoding="utf-8")))
    assert os.listdir() == ["answer.json"]  # noqa: PTH208 - no temporary file is left
    run("solve", UNSOLVABLE, "-o", "answer.json")
    assert "unsolvable" in Path("answer.json").read_text(encoding="utf-8")


def test_the_log_is_on_standard_error(run: Runner) -> None:
    for arguments in (
        ("solve", HARDEST, "--json", "--log-level", "INFO"),
        ("--log-level", "info", "solve", HARDEST, "--json"),
        ("--log-level=INFO", "solve", HARDEST, "--json"),
    ):
        result = run(*arguments)
        assert "search started" in result.error
        assert f"solution found: length {result.answers[0]['length']}" in result.error
    # the level does not persist after a run
    assert run("solve", HARDEST, "--log-level", "ERROR").error == ""


def test_a_large_board_is_solved_within_a_limit_with_a_guarantee(run):
    board = str(shuffle(5, 6, None, 3).start)
    result = run("solve", board, "--node-limit", "60000", "--json")
    (answer,) = result.answers
    assert (result.status, answer["status"], answer["algorithm"]) == (0, "solved", "anytime")
    check_answer(answer)
    gap = answer["length"] - answer["lower_bound"]
    assert gap > 0 and answer["worth"] == f"at most {gap} moves above the optimal length"
    improvements = answer["improvements"]
    assert improvements[-1]["length"] == answer["length"]
    lengths = [improvement["length"] for improvement in improvements]
    bounds = [improvement["lower_bound"] for improvement in improvements]
    assert lengths == sorted(lengths, reverse=True) and bounds == sorted(bounds)
    assert {"seconds", "expanded"} < set(improvements[0])

    results = run("solve", board, "--node-limit", "60000")
    assert results.status == 0 and f"at most {gap} moves above the optimal length" in results.out


def test_ctrl_c_prints_the_best_answer_so_far(run, interrupt):
    interrupt(1, 20_000)
    board = str(shuffle(5, 6, None, 3).start)
    result = run("solve", board, "--json")
    (answer,) = result.answers
    assert (result.status, answer["status"]) == (0, "solved")
    check_answer(answer)
    # a list ends with this answer
    interrupt(1, 20_000)
    result = run("solve", "-", "--batch", "--json", stdin=f"{board}\n{board}\n")
    (answer,) = result.answers
    assert (result.status, answer["status"]) == (130, "solved")


def test_each_large_board_of_a_list_has_its_own_limit(run, monkeypatch):
    command, limits = import_module("puzzler.cli.commands.solve"), []
    search = command.search

    def search_briefly(request, *others):
        """Count expansions, because a loaded machine finds nothing in a short time."""
        limits.append(request.method.limit.seconds)
        method = replace(request.method, limit=Limit(expansions=5_000))
        return search(replace(request, method=method), *others)

    monkeypatch.setattr(command, "search", search_briefly)
    boards = "\n".join(str(shuffle(5, 6, None, seed).start) for seed in range(2))
    result = run("solve", "-", "--batch", "--json", stdin=boards)
    assert result.status == 0 and len(result.answers) == 2
    assert limits == [command.BATCH_SECONDS] * 2
    for answer in result.answers:
        check_answer(answer)


LARGE = str(shuffle(5, 5, seed=1).start)


def test_a_hopeless_method_gives_one_warning_per_shape(run: Runner) -> None:
    boards = "\n".join([LARGE, LARGE, str(shuffle(4, 5, seed=1).start), LARGE])
    options = ("--batch", "--algorithm", "bfs", "--node-limit", "10", "--json")
    result = run("solve", "-", *options, stdin=boards)
    assert result.status == 1 and result.answers[0]["status"] == "limit"
    warning = "Breadth-first will run out of memory on most {} boards: "
    assert [result.error.count(warning.format(shape)) for shape in ("5×5", "4×5")] == [1, 1]
    assert run("solve", LARGE, "--algorithm", "beam", "--node-limit", "10").error == ""
    assert run("solve", "1 2 3/4 0 6/7 5 8", "--algorithm", "bfs").error == ""
    unsolvable = str(Board.parse(LARGE.replace("24", "x").replace("23", "24").replace("x", "23")))
    result = run("solve", unsolvable, "--algorithm", "bfs")
    assert result.status == 3 and "memory" not in result.error


def test_anytime_continues_at_the_default_memory_limit(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_options, "default_memory_bytes", lambda: 1_000_000)
    result = run("solve", TOO_HARD, "--method", "watch", "--node-limit", "200000", "--json")
    (answer,) = result.answers
    assert (result.status, answer["algorithm"], answer["status"]) == (0, "anytime", "solved")
    assert "; continuing with anytime" in result.error


@pytest.mark.parametrize(("board", "length"), [("1 3 4/8 0 2/7 6 5", 4), ("1 8 7/4 3 2/6 5 0", 24)])
def test_the_snail_goal_is_suggested_if_it_can_be_reached(
    run: Runner, board: str, length: int
) -> None:
    result = run("solve", board)  # F28
    assert result.status == 3 and "--goal snail" in result.error
    solved = run("solve", board, "--goal", "snail", "--optimal", "--json")
    assert solved.answers[0]["length"] == length


def test_a_list_with_commas_has_a_note_on_its_order(run: Runner) -> None:
    board = "1,2,3,4,5,6,7,8,0"  # F22
    result = run("solve", board)
    assert result.error == (
        "puzzler: BOARD: read as columbia: the goal has the blank first; "
        "use --goal standard for the blank last\n"
    )
    assert run("solve", board, "--goal", "standard").error == ""
    listed = run("solve", "-", "--batch", stdin=f"{board}\n{board}\n")
    assert listed.error.count("read as columbia") == 1
    assert run("solve", board, "--from", "columbia").error == ""


@pytest.mark.parametrize("text", ["\u0663", "1_000", " 5 ", "+5", "9" * 5000])
def test_options_accept_only_ascii_digits(run: Runner, text: str) -> None:
    for option in ("--weight", "--time-limit", "--node-limit"):  # T9
        result = run("solve", "1 2/0 3", option, text)
        assert result.status == 2 and "is not a" in result.error
