"""Boards, results and comparisons in a notebook, and animations of solutions."""

from __future__ import annotations

import re

import pytest

from puzzler import Board, Move, Scenario, check, compare, solve, solve_all
from puzzler.board.html import HOLD, animation, table

BOARD = Board.parse("1 2 3/4 0 6/7 5 8")


@pytest.fixture(scope="module")
def result():
    return solve(BOARD, heuristic="manhattan")


def test_a_result_shows_both_boards_the_guarantee_and_the_moves(result):
    html = result._repr_html_()
    assert html.count("<svg") == 2
    assert "2 moves, proven optimal" in html
    assert "<code>DR</code>" in html
    assert "A*, Manhattan" in html


def test_a_result_shows_each_figure_once(result):
    titles = re.findall(r"<td[^>]*>([^<]*)</td><td", result._repr_html_())
    assert {"Expanded", "Memory", "Time"} <= set(titles)
    assert not {"Method", "Length", "Quality"} & set(titles)  # above the table


def test_optimal_solutions_show_their_number():
    found = solve_all("8 6 7/2 5 4/3 0 1", max_solutions=2)
    assert str(found) == "40 optimal solutions, the first 2 listed"
    assert found._repr_html_().startswith(f"<p>{found}</p>")


def test_a_result_without_a_solution_shows_no_moves():
    html = solve("1 2 3/4 5 6/8 7 0")._repr_html_()
    assert "nsolvable" in html
    assert "<code>" not in html


def test_a_scenario_shows_start_and_goal():
    html = Scenario(BOARD, Board.solved(3, 3))._repr_html_()
    assert html.count("<svg") == 2
    assert "goal" in html


def test_a_checked_heuristic_shows_the_boards_that_disprove_it():
    report = check(lambda board: 3 * (board.tiles[0] != 1), shape=(2, 2))
    assert "\nadmissible   no: " in str(report)
    html = report._repr_html_()
    assert "distance" in html and "<svg" in html
    assert re.search(r"admissible</td><td[^>]*>no: ", html)
    assert report.counterexample is not None and report.inconsistency is not None
    assert html.count("<svg") == 2
    assert f"h = 3, distance {report.counterexample.distance}" in html
    assert (
        f"h = {report.inconsistency.h:g} before the move, {report.inconsistency.h_after:g} after it"
        in html
    )


def test_texts_of_users_are_escaped():
    labels = ["", "<b>", *"CDEFGHI"]
    assert "&lt;b&gt;" in animation(BOARD, (), labels=labels)
    assert "<b>" not in animation(BOARD, (), labels=labels)


def places(html: str, step: int, moves: int) -> dict[int, tuple[int, int]]:
    """Return the row and column of each tile at a step, from the style sheet."""
    found = {
        int(tile): (int(y) // 100, int(x) // 100)
        for tile, x, y in re.findall(
            r'class="puzzler\d+-(\d+)" style="transform:translate\((\d+)px,(\d+)px\)', html
        )
    }
    for tile, frames in re.findall(r"@keyframes puzzler\d+-(\d+)s\{(.*?\})\}", html):
        for time, x, y in re.findall(r"([\d.]+)%\{transform:translate\((\d+)px,(\d+)px\)", frames):
            if float(time) <= 100 * step / (moves + HOLD) + 1e-4:
                found[int(tile)] = (int(y) // 100, int(x) // 100)
    return found


def test_every_step_of_an_animation_shows_the_board_after_its_moves():
    result = solve("8 6 7/2 5 4/3 0 1", heuristic="linear-conflict")
    html = result.animation()
    for step, board in enumerate(result.boards()):
        expected = {tile: divmod(cell, 3) for cell, tile in enumerate(board.tiles) if tile}
        assert places(html, step, len(result.moves)) == expected
    assert html.count('type="radio"') == len(result.moves) + 2  # plus Play and Start
    assert "<script" not in html
    key = re.search(r'id="(\w+)"', html)[1]
    assert set(re.findall(r"[}>]#(\w+)[{>]", html)) == {key}, "styles of other elements"
    assert html._repr_html_() == str(html)


def test_two_animations_of_a_page_do_not_share_names(result):
    first, second = (re.search(r'id="(\w+)"', result.animation())[1] for _ in range(2))
    assert first != second


@pytest.mark.parametrize("wrong", [{"theme": "none"}, {"seconds": 0}])
def test_invalid_arguments_of_an_animation_are_errors(result, wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        result.animation(**wrong)


def test_a_comparison_is_a_table_and_a_list_of_records():
    found = compare(BOARD, ["bfs", "astar/manhattan/1.5"])
    assert [record["weight"] for record in found.to_records()] == [None, 1.5]
    assert [record["shortest"] for record in found.to_records()] == [2, 2]
    assert "Breadth-first" in str(found)
    assert found._repr_html_().count("<tr>") == 3
    assert found.results[0].moves == (Move.DOWN, Move.RIGHT)


def test_tables_align_numbers_right_and_boards_left() -> None:
    cells = table((), [("6.5 MB", "1,204", "1 2/3 0")])
    assert re.findall(r"text-align:(\w+)", cells) == ["right", "right", "left"]
