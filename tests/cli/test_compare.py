"""``puzzler compare``."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from puzzler.board import Board, PuzzlerError, shuffle
from puzzler.cli.batch import Request
from puzzler.cli.commands import compare
from puzzler.cli.commands.compare import tables
from puzzler.cli.progress import StatusLine
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.report import comparison
from puzzler.search.report.comparison import COLUMNS, Entry
from puzzler.search.solve import solve
from tests.cli.conftest import Runner
from tests.cli.test_solve import HARDEST, RECORD, TOO_HARD, UNSOLVABLE, bad

SMALL = "1 2 3/4 0 6/7 5 8"
NEARER = "1 2 3/4 5 6/7 0 8"
NODES = ("--node-limit", "5000", "--json")
SAME = [key for key in RECORD if key not in ("worth", "improvements")]


def rows_of(table: str) -> list[list[str]]:
    """The rows of a table, starting with the headings."""
    heading, _, *lines = table.rstrip().splitlines()
    return [re.split(r"\s{2,}", line.strip()) for line in (heading, *lines)]


def methods_of(answers: list[dict[str, Any]]) -> list[tuple[str, str, float]]:
    return [(row["algorithm"], row["heuristic"], row["weight"]) for row in answers]


def test_results_are_a_table(run: Runner) -> None:
    result = run("compare", HARDEST, "--algorithms", "bfs, astar,bfs", "--heuristic", "manhattan")
    assert (result.status, result.error) == (0, "")
    heading, first, second = rows_of(result.out)
    assert heading == [column.title for column in COLUMNS]
    assert first[:6] == ["Breadth-first", "31", "Optimal", "181,438", "302,399", "1.45"]
    assert second[:3] == ["A*, Manhattan", "31", "Optimal"]


def test_every_heuristic_and_weight_with_each_algorithm(run: Runner) -> None:
    options = ("--algorithms", "bfs,astar", "--heuristics", "manhattan, misplaced")
    answers = run("compare", SMALL, *options, "--weights", "1,1.5", "--json").answers
    assert methods_of(answers) == [
        ("bfs", None, None),
        *(("astar", "manhattan", 1), ("astar", "manhattan", 1.5)),
        *(("astar", "misplaced", 1), ("astar", "misplaced", 1.5)),
    ]


def test_methods_can_be_named(run: Runner) -> None:
    options = ("--methods", "idastar/manhattan,astar/misplaced/2,bfs,astar", "--json")
    answers = run("compare", SMALL, *options).answers
    named = [("idastar", "manhattan", 1), ("astar", "misplaced", 2), ("bfs", None, None)]
    assert methods_of(answers) == [*named, ("astar", "manhattan+misplaced", 1)]
    guided = run("compare", SMALL, *options, "--heuristic", "chessboard").answers
    assert methods_of(guided) == [*named, ("astar", "chessboard", 1)]
    more = run("compare", SMALL, *options, "--algorithms", "bfs", "--weights", "1,2").answers
    assert methods_of(more) == [named[2], *named[:2], ("astar", "manhattan+misplaced", 1)]


def test_counts_equal_those_of_solve(run: Runner) -> None:
    options = ("--heuristic", "manhattan", "--budget", "5000", "--json")
    changing = ("seconds", "setup_seconds")
    answers = run("compare", HARDEST, *options).answers
    assert [answer["algorithm"] for answer in answers] == list(ALGORITHMS)
    for answer in answers:
        assert list(answer) == ["method", *SAME, "quality", "shortest"]
        guided = options[:2] if ALGORITHMS[answer["algorithm"]].uses("heuristic") else ()
        alone = run("solve", HARDEST, "--algorithm", answer["algorithm"], *NODES, *guided)
        (expected,) = alone.answers
        assert [(key, answer[key]) for key in SAME if key not in changing] == [
            (key, expected[key]) for key in SAME if key not in changing
        ]


def test_rows_are_sorted(run: Runner) -> None:
    options = ("--algorithms", "bfs,astar,greedy", "--sort")
    rows = rows_of(run("compare", HARDEST, *options, "expanded").out)[1:]
    counts = [int(row[3].replace(",", "")) for row in rows]
    assert counts == sorted(counts)
    by_width = run("compare", HARDEST, *options, "b*", "--json").answers
    assert [row["algorithm"] for row in by_width] == ["greedy", "astar", "bfs"]


def test_options_apply_to_the_algorithms_that_use_them(run: Runner) -> None:
    options = ("--order", "RDLU", "--ties", "fifo", "--depth-limit", "9")
    result = run("compare", SMALL, "--algorithms", "astar,dfs,anytime", *options, "--json")
    options_of = [
        (answer["order"], answer["ties"], answer["depth_limit"]) for answer in result.answers
    ]
    assert options_of == [("RDLU", "fifo", None), ("RDLU", None, 9), (None, None, None)]


def test_limits_apply_to_every_search(run: Runner) -> None:
    result = run(
        *("compare", TOO_HARD, "--algorithms", "astar,bfs", "--node-limit", "1000", "--json")
    )
    assert result.status == 1
    assert [answer["expanded"] for answer in result.answers] == [1000, 1000]
    result = run("compare", TOO_HARD, "--algorithms", "astar", "--node-limit", "1000")
    assert "Out of expansions (1,000)" in result.out


def test_output_can_be_csv(run: Runner) -> None:
    assert run("compare", SMALL, "--algorithms", "astar,greedy", "--csv", "a.csv").status == 0
    with Path("a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["algorithm"] for row in rows] == ["astar", "greedy"]
    assert list(rows[0]) == ["method", *SAME, "quality", "shortest"]
    assert rows[0]["tiles"] == "[5, 8]"
    assert rows[0]["optimal"] in ("true", "false")


def test_ctrl_c_keeps_complete_results(run: Runner, interrupt) -> None:
    interrupt(1)
    result = run("compare", SMALL, "--algorithms", "astar,bfs,greedy", "--json", "--csv", "a.csv")
    assert result.status == 130
    answers = result.answers
    assert [answer["status"] for answer in answers] == ["solved", "cancelled"]
    assert len(Path("a.csv").read_text().splitlines()) == 3


def test_bad_input_is_an_error(run: Runner) -> None:
    bad(run("compare", SMALL, "--algorithms", "astar,foo"), "unknown algorithm 'foo'", "bfs")
    bad(run("compare", SMALL, "--algorithms", ""), "unknown algorithm ''")
    bad(run("compare", SMALL, "--methods", "bfs,astar/foo"), "unknown heuristic 'foo'")
    bad(run("compare", SMALL, "--methods", "bfs/manhattan"), "bfs does not use a heuristic")
    bad(run("compare", SMALL, "--heuristics", "manhattan,foo"), "unknown heuristic 'foo'")
    bad(run("compare", SMALL, "--weights", "1,foo"), "'foo' is not a weight")
    bad(run("compare", SMALL, "--budget", "0"), "'0' is not a whole number from 1")
    bad(run("compare", SMALL, "--sort", "foo"), "unknown column 'foo'", "quality, expanded")
    both = ("--heuristics", "manhattan", "--heuristic", "misplaced")
    bad(run("compare", SMALL, *both), "--heuristic cannot be combined with --heuristics")
    bad(
        run("compare", SMALL, "--weights", "1", "--weight", "2"),
        "--weight cannot be combined with --weights",
    )
    bad(run("compare", SMALL, "--methods", "bfs", "--weights", "2"), "--weights requires --algo")
    bad(run("compare", "-", stdin=f"{SMALL}\n{SMALL}\n"), "several boards", "use --batch")
    bad(run("compare", "1 2/3 3"), "line 1, column 7")


def test_each_algorithm_has_a_suitable_default_heuristic(run: Runner) -> None:
    board = str(shuffle(4, 5, 60, 1).start)
    options = ("--algorithms", "astar,anytime", "--node-limit", "2000", "--json")
    guides = {row["algorithm"]: row["heuristic"] for row in run("compare", board, *options).answers}
    assert guides == {"astar": "manhattan+misplaced", "anytime": "learned"}
    same = run("compare", board, *options, "--heuristic", "manhattan").answers
    assert {row["heuristic"] for row in same} == {"manhattan"}
    sheet = run("compare", board, *options, "--csv", "sheet.csv")
    assert sheet.status == 0  # within this limit anytime finds a solution and A* does not
    rows = list(csv.DictReader(Path("sheet.csv").read_text().splitlines()))
    assert rows[1]["quality"].startswith("At most ") and int(rows[1]["lower_bound"]) > 0


def test_ctrl_c_ends_the_comparison_even_if_a_solution_exists(run: Runner, interrupt) -> None:
    interrupt(1, 20_000)
    board = str(shuffle(5, 5, None, 1).start)
    result = run("compare", board, "--algorithms", "anytime,beam", "--json")
    assert result.status == 130
    assert [row["status"] for row in result.answers] == ["solved"]


def test_a_list_has_a_row_for_each_method(run: Runner) -> None:
    boards = f"# three of them\n{SMALL}\n\n{NEARER}\n1 2/3 0\n"
    options = ("--batch", "--methods", "bfs,idastar/manhattan")
    result = run("compare", "-", *options, "--csv", "a.csv", stdin=boards)
    assert (result.status, result.error) == (0, "")
    first, second, _, *rows = result.out.rstrip().splitlines()
    assert "Mean" in first and "expanded" in second
    cells = [re.split(r"\s{2,}", row) for row in rows]
    assert [row[:5] for row in cells] == [
        ["Breadth-first", "3 of 3", "1.0", "1.0", "Optimal"],
        ["IDA*, Manhattan", "3 of 3", "1.0", "1.0", "Optimal"],
    ]
    assert len(cells[0]) == len(comparison.AVERAGES)
    with Path("a.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [(row["algorithm"], row["boards"], row["solved"]) for row in table] == [
        ("bfs", "3", "3"),
        ("idastar", "3", "3"),
    ]


def test_boards_left_unsolved_by_a_budget_are_reported(run: Runner) -> None:
    options = ("--batch", "--methods", "bfs,greedy", "--budget", "100")
    result = run("compare", "-", *options, stdin=f"{SMALL}\n{HARDEST}\n")
    assert result.status == 0
    assert "1 of 2" in result.out and "2 of 2" in result.out
    assert "refer to boards that the method solved" in result.out
    rows = run("compare", "-", *options, "--json", stdin=f"{SMALL}\n{HARDEST}\n").answers
    assert (rows[0]["solved_share"], rows[0]["mean_length"]) == (0.5, 2)


def test_bad_and_unsolvable_lines_are_skipped(run: Runner) -> None:
    boards = f"{SMALL}\n1 2 3\n{UNSOLVABLE}\n"
    options = ("--batch", "--methods", "bfs", "--json")
    result = run("compare", "-", *options, stdin=boards)
    assert result.status == 2
    assert [row["boards"] for row in result.answers] == [1]
    first, second = result.error.splitlines()
    assert first.startswith("puzzler: standard input: line 2, column 1: ")
    assert second == "puzzler: standard input: line 3: skipped, because it is unsolvable"
    none = run("compare", "-", *options, stdin=f"{UNSOLVABLE}\n")
    assert (none.status, none.out) == (3, "")
    bad(run("compare", "-", *options, stdin="# nothing\n"), "the text is empty")


def test_ctrl_c_keeps_boards_searched_by_every_method(run: Runner, interrupt) -> None:
    boards = "\n".join([SMALL, NEARER, SMALL])
    interrupt(3)
    options = ("--batch", "--methods", "bfs,astar", "--json")
    result = run("compare", "-", *options, stdin=boards)
    assert result.status == 130
    assert [(row["boards"], row["mean_length"]) for row in result.answers] == [(1, 2)] * 2
    interrupt(1)
    none = run("compare", "-", *options, stdin=boards)
    assert (none.status, none.out) == (130, "")
    assert none.error == "puzzler: cancelled before all methods had searched a board\n"


def test_a_failing_method_does_not_affect_others(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = compare.search

    def search(request: Request, *others: Any) -> object:
        if request.method.algorithm == "greedy":
            raise PuzzlerError("too large")
        return real(request, *others)

    monkeypatch.setattr(compare, "search", search)
    result = run("compare", SMALL, "--methods", "greedy,bfs")
    assert result.status == 2
    assert result.error == f"puzzler: {Method('greedy').title}: too large\n"
    _, first, second = rows_of(result.out)
    assert (first[2], second[2]) == ("No solution found", "Optimal")


def test_the_progress_line_has_the_search_and_its_time() -> None:
    now = 10.0
    line = StatusLine("", clock=lambda: now)
    line.begin("board 1,000 of 1,200, 2 of 9, A*, Manhattan")
    now = 13.2
    last = "Ctrl-C keeps finished results"
    assert line.text == f"board 1,000 of 1,200, 2 of 9, A*, Manhattan: 3.2 s; {last}"
    line.doing = "building patterns, once: 5 %"
    assert line.text.endswith(f"Manhattan: building patterns, once: 5 %, 3.2 s; {last}")
    line.begin("board 1,000 of 1,200, 3 of 9, Breadth-first", is_timed=False)
    assert line.text.endswith(f"3 of 9, Breadth-first: 3.2 s; {last}")
    line.begin("2 of 2, Anytime")
    line.show_bounds(88, 97)
    now = 15.0
    assert line.text == f"2 of 2, Anytime: at least 88, at most 97, 1.8 s; {last}"


@pytest.mark.parametrize(
    ("width", "groups"), [(500, [10]), (80, [6, 5]), (60, [4, 4, 4]), (20, [2] * 9)]
)
def test_a_table_that_is_too_wide_is_split(width: int, groups: list[int]) -> None:
    rows = [
        Entry(method, (solve(Board.parse(HARDEST), method=method),))
        for method in (Method(), Method("bfs"))
    ]
    found = list(tables(rows, COLUMNS, width, are_headings_split=False))
    assert [len(table.columns) for table in found] == groups
    console, text = Console(width=width), ""
    for table in found:
        with console.capture() as capture:
            console.print(table)
        text += capture.get()
        assert max(map(len, capture.get().splitlines())) <= width
    for column in COLUMNS[3:]:
        assert all(column.text(row) in text for row in rows)


def test_one_method_that_solves_the_board_is_enough(run: Runner) -> None:
    hardest = "8 6 7/2 5 4/3 0 1"
    assert run("compare", hardest, "--algorithms", "walk,astar").status == 0
    assert run("compare", hardest, "--algorithms", "walk").status == 1
