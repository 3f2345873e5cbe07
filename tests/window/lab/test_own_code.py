"""Code of the user in the Lab: its output and its errors."""

from __future__ import annotations

from pathlib import Path

from puzzler.search.method import Method
from puzzler.window.lab.view import CODE as CODE_TAB
from puzzler.window.lab.words import NO_BEGINNING, PREPARING, RUNNING_CODE, formula
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.paint import Face
from tests.window.conftest import Opener, Window
from tests.window.lab.looking import arrive, go, inspecting, lab, open_lab
from tests.window.lab.test_view import turn_to

CODE = """
import time

def h(board):
    print("h of", board)
    return 0

def fails(problem):
    state = problem.start
    for count in range(5):
        print("look at", count)
        state = problem.successors(state)[0][1]
    print("and now")
    1 / 0

def waits(problem):
    time.sleep(0.2)
    problem.successors(problem.start)
"""


def output(window: Window) -> str:
    lines = window.said("output") if window.element("output") else []
    assert not lines or lines[0].startswith("Output")
    return "\n".join(lines[1:])


def test_output_of_user_code_belongs_to_its_moment(open_board: Opener, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(CODE)
    window = open_lab(open_board, Method("astar", f"{file}:h"))
    for moment in (2, 1):
        go(window, moment)
        assert output(window) == f"h of {lab(window).board}"
    inspecting(window).set_method(Method(f"{file}:fails"))
    arrive(window)
    for moment in (3, 1):
        go(window, moment)
        assert output(window).splitlines() == [f"look at {at}" for at in range(moment + 1)]


def test_after_an_error_the_lab_can_step_back(open_board: Opener, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(CODE)
    window = open_lab(open_board, Method(f"{file}:fails"))
    for moment in range(1, 6):
        go(window, moment)
    board = lab(window).board
    message = f"mine.py, line 14: ZeroDivisionError: division by zero, after expanding {board}"
    for _ in range(2):
        assert lab(window).expansions == 5
        assert output(window).splitlines()[-2:] == ["and now", message]
        assert window.app.line == ""
        go(window, 6)
    go(window, 4)
    assert lab(window).expansions == 4 and "and now" not in output(window)
    go(window, 5)
    assert lab(window).board == board and message in output(window)


def test_an_error_at_the_start_is_shown(open_board: Opener, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def h(board): return 1 / 0")
    window = open_lab(open_board)
    inspecting(window).set_method(Method("astar", f"{file}:h"))
    window.wait_for(lambda: lab(window).failure != "")
    window.settle()
    assert output(window).startswith("mine.py, line 1: ZeroDivisionError: division by zero, for ")
    assert NO_BEGINNING in window.words
    assert PREPARING not in window.words


def test_the_code_of_a_file_has_line_numbers_and_a_monospaced_font(
    open_board: Opener, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(CODE)
    window = open_lab(open_board, Method(f"{file}:fails"))
    turn_to(window, CODE_TAB)
    go(window, 2)
    texts = {each.text: each.face for each in window.elements() if isinstance(each, Text)}
    assert texts["state = problem.successors(state)[0][1]"] is Face.CODE
    assert {"1", "10", "state", "count"} <= texts.keys() and not {"n", "s"} & texts.keys()
    board = str(lab(window).board).replace("/", "\n")
    assert board in [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts]


def test_a_search_without_a_heuristic_has_only_g_and_a_message_while_running(
    open_board: Opener, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(CODE)
    window = open_lab(open_board)
    inspecting(window).set_method(Method(f"{file}:waits"))
    window.wait_for(lambda: any(RUNNING_CODE.startswith(line) for line in window.words if line))
    arrive(window)
    go(window, 1)
    pieces = formula(lab(window).glimpse.expansion.node, lab(window).method)
    assert [piece.term for piece in pieces] == ["g"]
