"""``puzzler solve`` with formats of courses: goal, answer, promised lengths and hints."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from puzzler.board import Board, Move
from puzzler.search.registry import ALGORITHMS, HEURISTICS, algorithm_called, heuristic_called
from tests.cli.conftest import Runner
from tests.cli.test_solve import HARDEST, bad
from tests.instances import DATA, instances

PRINCETON = "3\n 0  1  3\n 4  2  5\n 7  8  6\n"
FORTY_TWO = "# three by three\n3\n3 2 6 # a comment\n1 4 0\n8 7 5\n"
LODZ = "4 4\n1 2 3 4\n5 6 0 8\n9 10 7 11\n13 14 15 12\n"
COLUMBIA = "1,2,5,3,4,0,6,7,8\n"
EITHER = "3\n8 6 7\n2 5 4\n3 0 1\n"


@pytest.mark.parametrize(
    ("form", "text", "first", "last"),
    [
        ("princeton", PRINCETON, "Minimum number of moves = 4\n\n3\n 0  1  3\n", "\n 7  8  0\n"),
        ("columbia", COLUMBIA, "path_to_goal: ['Up', 'Left', 'Left']\ncost_of_path: 3\n", "\n"),
        ("42", FORTY_TWO, "states opened (complexity in time): ", "\n1 2 3\n8 0 4\n7 6 5\n"),
    ],
)
def test_a_course_format_is_written(
    run: Runner, form: str, text: str, first: str, last: str
) -> None:
    answer = run("solve", "-", "--as", form, "--optimal", stdin=text)
    assert answer.status == 0
    assert answer.out.startswith(first) and answer.out.endswith(last)


def test_lodz_has_figures(run: Runner) -> None:
    Path("in.txt").write_text(LODZ)
    method = ("--algorithm", "astr", "--heuristic", "manh", "--order", "RDUL")
    options = ("--as", "lodz", "-o", "sol.txt", "--figures", "stats.txt")
    answer = run("solve", "in.txt", *method, *options)
    assert (answer.status, answer.out, answer.error) == (0, "", "")
    assert Path("sol.txt").read_text() == "3\nDRD\n"
    length, visited, processed, deepest, seconds = Path("stats.txt").read_text().splitlines()
    assert (length, processed, deepest) == ("3", "3", "3")
    assert int(visited) > 3
    assert len(seconds.partition(".")[2]) == 3


def test_any_board_can_be_written_in_any_format(run: Runner) -> None:
    assert run("solve", "1 2/0 3", "--as", "lodz").out == "1\nR\n"
    assert run("solve", "1 2 3/4 5 6/8 7 0", "--as", "lodz").out == "-1\n"
    assert run("solve", "1 2 3/4 5 6/8 7 0", "--as", "lodz").status == 3
    Path("list.txt").write_text("1 2/0 3\n2 1/3 0\n")
    answers = run("solve", "list.txt", "--batch", "--as", "lodz")
    assert (answers.status, answers.out) == (3, "1\nR\n\n-1\n")


def test_an_answer_that_a_format_cannot_represent_is_printed_as_text(run: Runner) -> None:
    answer = run("solve", "2 1/3 0", "--as", "weighted", "-o", "out.txt")
    assert answer.status == 3
    assert answer.error.startswith("puzzler: out.txt was not written: the format solution")
    assert "unsolvable" in answer.out
    assert not Path("out.txt").exists()
    answer = run("solve", "-", "--as", "weighted", "--batch", stdin="1 2/0 3\n2 1/3 0\n")
    assert answer.status == 3
    assert "standard input: line 2: the format solution cannot represent" in answer.error
    assert answer.out.startswith("1 2\n0 3\n\n1 2\n3 0\n\n1\n1\n")


def test_an_unsupported_answer_is_an_error_if_the_format_is_chosen(run: Runner) -> None:
    answer = run("solve", "1 2 3/4 0 5", "--as", "princeton", "-o", "out.txt")
    assert (answer.status, Path("out.txt").exists()) == (2, False)
    assert answer.error.startswith(
        "puzzler: out.txt was not written: the format princeton requires"
    )
    assert "moves    R" in answer.out
    answers = run("solve", "-", "--as", "princeton", "--batch", stdin="1 2 3/4 0 5\n1 2/0 3\n")
    assert answers.status == 2
    assert answers.error.startswith(
        "puzzler: standard input: line 1: the format princeton requires"
    )


def test_a_scenario_with_moves_has_its_solution_file_too(run: Runner) -> None:
    scenario = "1.5\n\n1 2\n0 3\n\n1 2\n3 0\n"
    for text in (scenario, scenario + "\nmoves: blank\nR\n"):
        assert run("solve", "-", "-o", "out.txt", stdin=text).status == 0
        assert Path("out.txt").read_text() == "1 2\n0 3\n\n1 2\n3 0\n\n1.5\n1\n1\nR\n1\n"


def test_a_dash_is_standard_output(run: Runner) -> None:
    options = ("--as", "lodz", "-o", "-", "--figures", "-")
    assert run("solve", "1 2/0 3", *options).out.startswith("1\nR\n1\n2\n1\n1\n")
    assert not Path("-").exists()


def test_the_reason_for_a_missing_answer_is_printed(run: Runner) -> None:
    limited = ("--as", "lodz", "--node-limit", "5")
    answer = run("solve", HARDEST, *limited)
    assert (answer.status, answer.out) == (1, "-1\n")
    reason = "stopped at the limit of 5 expanded states; no solution has fewer than "
    assert answer.error.startswith(f"puzzler: lodz: {reason}")
    answers = run("solve", "-", "--batch", *limited, stdin=f"1 2/0 3\n{HARDEST}\n")
    assert (answers.status, answers.out) == (1, "1\nR\n\n-1\n")
    assert answers.error.startswith(f"puzzler: standard input: line 2: {reason}")


def test_the_output_of_solve_can_be_read(run: Runner) -> None:
    printed = run("solve", "-", "--batch", "--json", stdin="1 2/0 3\n2 1/3 0\n").out
    (first, second) = printed.splitlines()
    assert run("convert", "-", "--to", "scramble", stdin=first).out == "moves: tile\n1 2/0 3\nL\n"
    (again,) = run("solve", "-", "--json", stdin=second).answers
    assert (again["board"], again["status"]) == ("2 1/3 0", "unsolvable")
    assert run("convert", "-", "--batch", "--to", "grid", stdin=printed).out == "1 2/0 3\n2 1/3 0\n"
    bad(run("review", "-", stdin=printed), "several boards", "--batch")


def test_conflicting_options_are_errors(run: Runner) -> None:
    bad(run("solve", HARDEST, "--as", "lodz", "--json"), "--as", "--json")
    bad(run("solve", HARDEST, "--as", "lodz", "--show-boards"), "--as", "--show-boards")
    bad(run("solve", HARDEST, "--figures", "x.txt"), "--figures", "--as", "lodz")
    bad(run("solve", HARDEST, "--as", "42", "--figures", "x.txt"), "--figures", "lodz")
    several = ("solve", HARDEST, "--batch", "--as", "lodz", "--figures", "x.txt")
    bad(run(*several), "--figures", "--batch")
    same = ("--as", "lodz", "-o", "x.txt", "--figures", "./x.txt")
    bad(run("solve", HARDEST, *same), "-o and --figures", "x.txt", "different files")
    bad(run("solve", HARDEST, "--as", "id"), "'id'", "choose from")
    bad(run("solve", HARDEST, "--as", "lodz", "--figures", "no/x.txt"), "not found")


def test_the_option_decides_between_two_formats(run: Runner) -> None:
    (answer,) = run("solve", "-", "--from", "princeton", "--json", stdin=EITHER).answers
    assert answer["goal"] == "1 2 3/4 5 6/7 8 0"
    (answer,) = run("solve", "-", "--from", "42", "--json", stdin=EITHER).answers
    assert answer["goal"] == "1 2 3/8 0 4/7 6 5"
    # only the board of a goal is used
    Path("goal.txt").write_text(EITHER)
    (answer,) = run("solve", HARDEST, "--goal", "goal.txt", "--json").answers
    assert answer["goal"] == "8 6 7/2 5 4/3 0 1"
    # it has no effect on a custom goal
    (answer,) = run("solve", "-", "--goal", "blank-first", "--json", stdin=EITHER).answers
    assert answer["goal"] == "0 1 2/3 4 5/6 7 8"


@pytest.mark.parametrize("command", ["solve", "compare", "trace", "review", "convert", "play"])
def test_every_command_has_the_option(run: Runner, command: str) -> None:
    bad(run(command, HARDEST, "--from", "pdf"), "'pdf'", "choose from", "princeton")
    rest = {"review": ("--moves", "U"), "convert": ("--to", "grid")}.get(command, ())
    bad(run(command, "-", "--from", "lodz", *rest, stdin="3\n8 6 7\n"), "line 1")


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("puzzle04.txt", ("--optimal",), ""),
        ("puzzle05.txt", ("--optimal",), "promises 5 moves; the shortest solution takes 4"),
        (
            "puzzle3x3-01.txt",
            ("--node-limit", "2"),
            "promises 1 move; every solution takes at least ",
        ),
        ("puzzle3x3-04.txt", ("--algorithm", "dfs"), "promises 4 moves; this solution takes "),
        ("puzzle3x3-unsolvable.txt", (), "promises to be unsolvable; a solution takes 4"),
        ("board.txt", ("--optimal",), ""),
    ],
)
def test_promises_of_file_names_are_checked(
    run: Runner, name: str, options: tuple[str, ...], expected: str
) -> None:
    Path(name).write_text(PRINCETON)
    answer = run("solve", name, *options)
    is_disproved = expected.startswith("promises") and "this solution" not in expected
    assert answer.status == (1 if "--node-limit" in options or is_disproved else 0)
    if not expected:
        assert answer.error == ""
    else:
        assert answer.error.startswith(f"puzzler: {name} {expected}")
        assert len(answer.error.splitlines()) == 1


def test_an_unproven_result_that_agrees_with_a_promise_is_no_contradiction(run: Runner) -> None:
    Path("puzzle04.txt").write_text(PRINCETON)
    (greedy,) = run("solve", HARDEST, "--algorithm", "greedy", "--json").answers
    line = f"a {greedy['length']} {HARDEST.replace('/', ' ')}"
    answer = run("solve", line, "--algorithm", "greedy")
    assert (answer.status, answer.error) == (0, "")
    options = ("--algorithm", "idastar", "--heuristic", "manhattan", "--node-limit", "2")
    stopped = run("solve", "puzzle04.txt", *options)
    assert "promises" not in stopped.error
    assert stopped.status == 1


def test_a_promise_is_for_the_goal_of_the_format(run: Runner) -> None:
    Path("puzzle05.txt").write_text(PRINCETON)
    answer = run("solve", "puzzle05.txt", "--optimal", "--goal", "blank-first")
    assert (answer.status, answer.error) == (0, "")
    # lines of a list have no goal, so --goal replaces the goal of the list
    listed = run("solve", "a 7 1 2 5 3 4 0 6 7 8", "--optimal", "--goal", "blank-first")
    assert listed.error == "puzzler: BOARD promises 7 moves; the shortest solution takes 3\n"


def test_promises_of_lines_are_checked(run: Runner) -> None:
    lines = "a 2 1 2 3 4 5 6 0 7 8\nb 4 1 2 3 4 5 6 0 7 8\n1 2 3 4 5 6 0 7 8\nc 3 1 2 3 4 5 6 8 7 0"
    answers = run("solve", "-", "--batch", "--optimal", "--json", stdin=lines)
    promises = [(answer["id"], answer["promised"]) for answer in answers.answers]
    assert promises == [("a", 2), ("b", 4), (None, None), ("c", 3)]
    assert answers.error.splitlines() == [
        "puzzler: standard input: line 2 promises 4 moves; the shortest solution takes 2",
        "puzzler: standard input: line 4 promises 3 moves; the board is unsolvable",
    ]


def test_an_unsolvable_board_has_hints(run: Runner) -> None:
    hint = "swapping any two tiles makes it solvable; so does --goal standard or --goal blank-first"
    answer = run("solve", "-", "--from", "42", stdin=EITHER)
    assert (answer.status, answer.error) == (3, f"puzzler: standard input: {hint}\n")
    compared = run("compare", "-", "--from", "42", "--algorithms", "bfs", stdin=EITHER)
    assert compared.status == 3 and compared.error.endswith(f"; {hint}\n")
    for command in (("trace",), ("review", "--moves", "U"), ("play",)):
        name, *rest = command
        answer = run(name, "-", "--from", "42", *rest, stdin=EITHER)
        assert (answer.status, len(answer.error.splitlines())) == (3, 1)
        assert answer.error.endswith(f"; {hint}\n")
    # there is no hint for a custom goal or for a file that is marked as unsolvable
    goal = ("--goal", "2 1 3/4 5 6/7 8 0")
    other = run("solve", "-", "--from", "princeton", *goal, stdin=EITHER).error
    assert "--goal" not in other
    promised = "# This puzzle is unsolvable\n" + EITHER
    assert run("solve", "-", stdin=promised).error == ""


def test_aliases_have_the_same_result() -> None:
    for entries, called in ((ALGORITHMS, algorithm_called), (HEURISTICS, heuristic_called)):
        aliases = [alias for entry in entries.values() for alias in entry.aliases]
        assert len({*aliases, *entries}) == len(aliases) + len(entries)
        assert all(called(name) is entry for name, entry in entries.items())
        assert all(called(a) is entry for entry in entries.values() for a in entry.aliases)


def test_algorithms_and_heuristics_have_names_of_courses(run: Runner) -> None:
    names = ("--algorithm", "astr", "--heuristic", "hamm")
    (answer,) = run("solve", "1 2/0 3", *names, "--json").answers
    assert (answer["algorithm"], answer["heuristic"]) == ("astar", "misplaced")
    (_, answer) = run("compare", "1 2/0 3", "--methods", "bfs,astr/manh", "--json").answers
    assert answer["heuristic"] == "manhattan"


def test_moves_of_a_file_are_reviewed(run: Runner) -> None:
    start = Board.parse("1 2 3/4 5 6/0 7 8")
    (answer,) = run("review", f"{start}\nRR", "--json").answers
    assert (answer["moves"], answer["lost"]) == ("RR", 0)
    bad(run("review", str(start)), "BOARD contains no moves", "--moves")
    (answer,) = run("review", f"{start}\nRR", "--moves", "RLRR", "--json").answers
    assert (answer["moves"], answer["lost"]) == ("RLRR", 2)
    (answer,) = run("review", str(start), "--moves", "moves: tile L2", "--json").answers
    assert answer["moves"] == "RR"


def test_a_published_list_has_the_published_lengths(run: Runner) -> None:
    result = run("solve", str(DATA / "hardest_8puzzle.txt"), "--batch", "--optimal", "--json")
    assert (result.status, result.error) == (0, "")
    assert [(answer["board"], answer["length"]) for answer in result.answers] == [
        (str(instance.board), instance.length) for instance in instances("hardest_8puzzle.txt")
    ]


def test_a_comment_sets_the_goal_of_the_boards_below(run: Runner) -> None:
    text = "# Goal: 0 1 2 .. 8\nk9 1 3 1 2 0 4 5 6 7 8\n# goal: snail\n1 2 3/0 8 4/7 6 5\n"
    result = run("solve", "-", "--batch", "--json", stdin=text)
    assert [(answer["goal"], answer["length"]) for answer in result.answers] == [
        ("0 1 2/3 4 5/6 7 8", 1),
        ("1 2 3/8 0 4/7 6 5", 1),
    ]
    result = run("solve", "-", "--batch", "--json", "--goal", "standard", stdin=text)
    assert [answer["goal"] for answer in result.answers] == ["1 2 3/4 5 6/7 8 0"] * 2
    bad(run("solve", "-", "--batch", stdin="# goal: snale\n1 2 3 0"), "line 1, column 9", "'snale'")


START, GOAL = "1 2 3 4\n5 6 0 7\n8 9 10 11", "1 6 2 4\n5 3 7 11\n8 9 10 0"


def scenario(weight: str, start: str = START, goal: str = GOAL) -> None:
    Path("in.txt").write_text(f"{weight}\n\n{start}\n\n{goal}\n")


@pytest.mark.parametrize("weight", ["1", "1.2", "2.125", "0", "3.0"])
def test_the_solution_file_of_a_scenario(run: Runner, weight: str) -> None:
    scenario(weight)
    result = run("solve", "in.txt", "-o", "out.txt")
    assert (result.status, result.out, result.error) == (0, "", "")
    text = Path("out.txt").read_text()
    start, goal, figures = text.removesuffix("\n").split("\n\n")
    assert (start, goal) == (START, GOAL)
    length, depth, expanded, moves, f_values = figures.split("\n")
    assert length == ("3" if weight == "3.0" else weight)
    board, chessboard = Board.parse(START), HEURISTICS["chessboard"].build(Board.parse(GOAL))
    expected = []
    for g, letter in enumerate(moves.split(" "), 1):
        board = board.apply(Move.from_letter(letter))
        expected.append(Fraction(weight) * chessboard.evaluate(board) + g)
    assert board == Board.parse(GOAL)
    assert [Fraction(value) for value in f_values.split(" ")] == expected
    assert all("." not in value or value[-1] != "0" for value in f_values.split(" "))
    assert int(depth) == len(expected) >= 6
    assert int(expanded) >= 6


def test_standard_output_is_text_for_people(run: Runner) -> None:
    scenario("1.2")
    result = run("solve", "in.txt")
    assert "Weighted A*, chessboard, W = 1.2" in result.out
    (answer,) = run("solve", "in.txt", "--json").answers
    method = answer["algorithm"], answer["heuristic"], answer["weight"]
    assert method == ("astar", "chessboard", 1.2)
    # options override the file
    options = ("--algorithm", "greedy", "--heuristic", "manhattan")
    (answer,) = run("solve", "in.txt", "--json", *options).answers
    assert (answer["algorithm"], answer["heuristic"]) == ("greedy", "manhattan")
    (answer,) = run("solve", "in.txt", "--json", "--weight", "3").answers
    assert answer["weight"] == 3


def test_letters_on_tiles(run: Runner) -> None:
    result = run("solve", "A B C/D E F/_ G H", "--show-boards")
    assert result.status == 0
    assert "board    A B C/D E F/_ G H\n" in result.out
    assert "tiles    G H\n" in result.out
    assert "R, tile G\n   A B C\n   D E F\n   G _ H\n" in result.out
    assert run("solve", "A B C/D E F/_ G H", "--goal", "_ A B/D E C/G H F").status == 0
    bad(run("solve", "A B/_ C", "--goal", "A B/_ D"), "different letters")


def test_optimal_chooses_the_method(run: Runner) -> None:
    for option in ("--algorithm=astar", "--weight=1", "--ties=lifo", "--depth-limit=3"):
        bad(run("solve", HARDEST, "--optimal", option), "--optimal", "cannot be combined with")


def test_rows_without_a_comment_have_the_blank_last(run: Runner) -> None:
    text = "3\n8 6 7\n2 5 4\n3 0 1\n"
    answer = run("solve", "-", "--optimal", "--json", stdin=text)
    assert (answer.status, answer.answers[0]["length"]) == (0, 31)
    assert answer.error == (
        "puzzler: standard input: assuming the goal 1 2 3/4 5 6/7 8 0, blank last; use "
        "--from 42 for the snail\n"
    )
    assert run("solve", "-", "--optimal", "--goal", "standard", stdin=text).error == ""
    assert run("solve", "-", "--from", "princeton", stdin=text).error == ""
