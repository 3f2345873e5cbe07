"""The Lab view: the shown data of a search, and pointer and keyboard input."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from puzzler import resources
from puzzler.board import Board
from puzzler.cli.app import main
from puzzler.game.lab.inspecting import NO_MATCH
from puzzler.game.lab.prediction import PredictionKind
from puzzler.game.lab.terms import TERMS
from puzzler.game.lessons.reading import read_bundled
from puzzler.game.play.playing import Playing
from puzzler.search.inspection.observation import Node, SuccessorOutcome, rule_text
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.packing import rank_of
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.window.board.mini import MiniBoard
from puzzler.window.common.entering import LAB_TAB, STATE
from puzzler.window.common.views import LAB, PLAY
from puzzler.window.lab.frontier import NodeCards
from puzzler.window.lab.map_picture import TrackKind
from puzzler.window.lab.view import LAB_TABS, chosen_tab
from puzzler.window.lab.words import formula
from puzzler.window.toolkit.frame import Scene
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.scroll import Scrolled
from tests.window.conftest import HARD, Opener, Window
from tests.window.lab.looking import (
    START,
    arrive,
    end,
    go,
    inspecting,
    lab,
    open_lab,
)
from tests.window.layout import FEW_SIZES, check_layout

CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
ASTAR = Method("astar", "manhattan")
STUCK = "1 3 8/4 5 7/2 6 0"
"""Hill climbing with Manhattan distance ends at a state whose neighbours were visited."""


@pytest.fixture
def window(open_board: Opener, size: tuple[int, int]) -> Window:
    return open_lab(open_board, size=size)


def turn_to(window: Window, tab: str) -> None:
    for _ in range(len(LAB_TABS) + 1):
        if chosen_tab(window.app) == tab:
            break
        window.key(pygame.K_RIGHTBRACKET)
    assert chosen_tab(window.app) == tab
    arrive(window)


# ---- Opening and closing --------------------------------------------------------------------


def test_a_key_opens_the_lab_and_escape_closes_it(window: Window) -> None:
    assert window.screen.view.name == LAB
    assert str(lab(window).problem.start) == START
    assert lab(window).method == Method("astar", "manhattan")
    inspecting(window).set_rate(1)
    window.key(pygame.K_SPACE)
    assert lab(window).is_running
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == LAB and not lab(window).is_running
    window.key(pygame.K_q)
    arrive(window)
    assert lab(window).question is not None
    window.key(pygame.K_ESCAPE)
    assert not lab(window).is_predicting
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY
    assert isinstance(window.session.activity, Playing) and str(window.play.board) == START


def test_menus_have_four_heuristics_and_orders_and_a_list_of_all(open_board: Opener) -> None:
    window = open_lab(open_board, Method("astar", "chessboard"))
    for part, count, place, more in (
        ("heuristic", 6, -2, "More..."),
        ("order", 5, -1, "Custom..."),
    ):
        window.click_on(("method", part))
        rows = window.find("menu")
        assert rows.count == count - 1 - place and rows.items[place].text == more
        window.click(rows.cell_rect(window.app.ui, count - 1).center)
        window.settle()
        assert window.find("menu").count == {"heuristic": len(HEURISTICS) + 1, "order": 24}[part]
        window.key(pygame.K_END)
        if part == "heuristic":  # the last item opens a file dialog
            window.key(pygame.K_UP)
        window.key(pygame.K_RETURN)
        arrive(window)
    assert lab(window).method.order == "RLDU" and lab(window).method.heuristic != "chessboard"


# ---- The state being expanded ----------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_is_described_in_its_own_terms(open_board: Opener, algorithm: str) -> None:
    window = open_lab(open_board, Method(algorithm, "manhattan"))
    for moment in (0, 1, 4):
        go(window, moment)
        glimpse, words = lab(window).glimpse, window.words
        assert glimpse.expansions == min(moment, lab(window).last_known)
        if glimpse.expansion is None:
            continue
        assert lab(window).board == glimpse.expansion.node.board
        assert f"{glimpse.expansion.node.g}" in words
        assert any(rule_text(glimpse.rule).split()[0] in text for text in words)
        for successor in glimpse.expansion.successors:
            outcome = successor.outcome
            assert any(outcome in text for text in words)
            assert TERMS[outcome.value] in window.tip_of(
                ("successor", successor.node.move, successor.node.board)
            )


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        (ASTAR, [("", "g"), ("+", "h"), ("=", "f")]),
        (Method("astar", "manhattan", 1.5), [("", "g"), ("+ 1.5×", "h"), ("=", "f")]),
        (Method("greedy", "manhattan"), [("", "g"), ("f =", "h")]),
        (Method("walk", "manhattan"), [("", "g"), ("f =", "h")]),
        (Method("bfs"), [("", "g")]),
        (Method("dfs"), [("", "depth")]),
        (Method("bidirectional"), [("", "g"), ("+", "h"), ("=", "f"), ("", "priority")]),
    ],
    ids=lambda value: getattr(value, "title", ""),
)
def test_the_formula_depends_on_the_algorithm(
    method: Method, expected: list[tuple[str, str]]
) -> None:
    f = {"greedy": 6, "walk": 6, "bfs": 4, "dfs": 4}.get(method.algorithm, 4 + method.weight * 6)
    pieces = formula(Node(Board.solved(2, 3), None, 4, 6, f), method)
    assert [(piece.sign, piece.term) for piece in pieces] == expected
    assert [piece.value for piece in pieces] == [4, 6, f, max(f, 8)][: len(pieces)]


def test_the_f_of_idastar_is_next_to_its_threshold() -> None:
    node = Node(Board.solved(2, 3), None, 4, 6, 10)
    *_, threshold = formula(node, Method("idastar", "manhattan"), 10)
    assert threshold == ("\N{LESS-THAN OR EQUAL TO}", "threshold", 10)
    assert formula(node, Method("idastar", "manhattan"), 8)[-1].sign == ">"


def test_contributions_sum_to_h_and_the_parent_can_be_opened(open_board: Opener) -> None:
    window = open_lab(open_board, ASTAR)
    go(window, 5)
    glimpse = lab(window).glimpse
    parts = glimpse.breakdown.contributions
    assert sum(part.amount for part in parts) == glimpse.expansion.node.h
    shares = next(part for part in window.screen.parts() if "shares" in str(part.key))
    assert shares.bounds.contains(window.app.view.geometry.tray)
    window.point(window.app.view.geometry.cells[parts[0].cells[0]].center)
    window.settle()
    assert any(parts[0].words.lower() in text.lower() for text in window.words)
    window.click_on("parent")
    arrive(window)
    assert lab(window).expansions == glimpse.expansion.parent_index + 1
    assert window.play.board == glimpse.expansion.parent


def test_drawings_of_h_are_inside_their_part(open_board: Opener) -> None:
    window = open_lab(open_board, Method("astar", "walking-distance"))
    part = next(part for part in window.screen.parts() if "shares" in str(part.key))
    surface = pygame.Surface(window.app.size)
    part.draw(surface)
    dark_pixels = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1))
    dark_pixels.invert()
    assert dark_pixels.count() and all(map(part.bounds.contains, dark_pixels.get_bounding_rects()))
    tray = window.app.view.geometry.tray
    assert not all(map(tray.contains, dark_pixels.get_bounding_rects())), "the numbers of the edges"


def test_outcomes_differ_in_more_than_colour() -> None:
    icons = {f"fate-{outcome.name.lower()}.svg" for outcome in SuccessorOutcome}
    assert len(icons) == len(SuccessorOutcome)
    assert icons <= {file.name for file in (resources.assets() / "icons").iterdir()}


@pytest.mark.parametrize("algorithm", ["astar", "idastar"])
def test_figures_equal_those_of_the_command_line(
    open_board: Opener, algorithm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    window = open_lab(open_board, Method(algorithm, "manhattan"))
    end(window)
    capsys.readouterr()
    main(["solve", START, "--algorithm", algorithm, "--heuristic", "manhattan", "--json"])
    records = json.loads(capsys.readouterr().out)
    for caption in ("Expanded", "Generated", "Deepest"):
        assert window.figure(caption) == f"{records[caption.lower()]:,}"
    assert window.figure("b*") == f"{records['branching']:.2f}"


def test_terms_and_bounds_have_tooltips(window: Window) -> None:
    go(window, 4)
    kinds = {"parent", "rule", "term", "figure", "successor", "legend"}
    explained = [key for key in window.keys if (key[0] if isinstance(key, tuple) else key) in kinds]
    assert len(explained) > 10
    assert all(window.tip_of(key) for key in explained)
    for name, algorithm in ALGORITHMS.items():
        if "bound" in algorithm.figures:
            inspecting(window).set_method(Method(name))
            arrive(window)
            assert window.tip_of(("figure", algorithm.bound_name)), name


# ---- Steps ------------------------------------------------------------------------


def test_keys_step_through_the_search(window: Window) -> None:
    last = end(window)
    for key, mod, moment in (
        (pygame.K_HOME, 0, 0),
        (pygame.K_RIGHT, 0, 1),
        (pygame.K_RIGHT, SHIFT, min(11, last)),
        (pygame.K_LEFT, 0, min(11, last) - 1),
        (pygame.K_END, 0, last),
        (pygame.K_LEFT, SHIFT, max(0, last + 1 - 10)),
    ):
        window.key(key, mod)
        arrive(window)
        assert lab(window).expansions == moment


def test_the_goal_is_the_last_step(open_board: Opener) -> None:
    window = open_lab(open_board, ASTAR)
    last = end(window)
    assert lab(window).is_goal_shown and window.play.board == lab(window).goal
    outcome = lab(window).outcome
    assert outcome.startswith("Solved: ") and outcome in window.words
    assert "The last state of the solution" in window.words
    window.key(pygame.K_LEFT)
    arrive(window)
    assert not lab(window).is_goal_shown and lab(window).expansions == last
    assert window.play.board == lab(window).glimpse.expansion.node.board
    window.key(pygame.K_LEFT)
    arrive(window)
    assert lab(window).expansions == last - 1 and lab(window).outcome == ""
    for moment in (last, last):
        window.key(pygame.K_RIGHT)
        arrive(window)
        assert lab(window).expansions == moment
    assert lab(window).is_goal_shown
    window.key(pygame.K_RIGHT)
    arrive(window)
    assert lab(window).position == last + 1, "there must be no further step"


@pytest.mark.parametrize("size", [(480, 360), (640, 480), (1280, 800)])
def test_the_message_about_the_end_fits(window: Window) -> None:
    end(window)
    assert lab(window).outcome in window.words
    check_layout(window)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        (Method("walk", "manhattan"), "Stuck after "),
        (Method("dfs", depth_limit=2), "No path to the goal within "),
        (Method("astar", "manhattan", limit=Limit(expansions=3)), "Stopped at the limit of 3 exp"),
    ],
    ids=lambda value: getattr(value, "title", ""),
)
def test_the_end_without_a_solution_has_a_message(
    open_board: Opener, method: Method, expected: str
) -> None:
    window = open_lab(open_board, method, STUCK)
    end(window)
    assert not lab(window).is_goal_shown
    assert lab(window).outcome.startswith(expected) and lab(window).outcome in window.words


def test_the_pointer_steps_through_the_search(window: Window) -> None:
    last = end(window)
    track = window.find("track").rect
    window.click(track.midleft)
    arrive(window)
    assert lab(window).expansions == 0
    window.press((track.left + 5, track.centery))
    window.drag(track.center)
    arrive(window)
    assert 0 < lab(window).expansions < last
    window.drag((track.right - 1, track.centery))
    window.release((track.right - 1, track.centery))
    arrive(window)
    assert lab(window).expansions == last
    for name, moment in (("to-start", 0), ("step-forward", 1), ("step-back", 0), ("to-end", last)):
        window.click_on(name)
        arrive(window)
        assert lab(window).expansions == moment
    window.point(window.app.view.geometry.tray.center)
    window.wheel(-1)
    arrive(window)
    assert lab(window).position == last, "the wheel on the board steps back"


def test_the_search_runs_and_pauses_at_the_chosen_speed(window: Window) -> None:
    before = lab(window).rate
    window.key(pygame.K_MINUS)
    assert lab(window).rate < before
    window.key(pygame.K_EQUALS)
    assert lab(window).rate == before
    speed = window.find("speed").rect
    window.click((speed.right - 1, speed.centery))
    assert lab(window).rate is None and "max" in window.words
    window.key(pygame.K_SPACE)
    window.wait_for(lambda: lab(window).is_at_end)
    arrive(window)
    assert not lab(window).is_running
    last = lab(window).expansions
    assert f"goal, {last:,} expansions" in window.words


def test_tabs_can_be_changed_and_are_drawn_only_after_changes(window: Window) -> None:
    for tab in LAB_TABS:
        turn_to(window, tab.name)
        window.frame(60)
        window.point((1, 1))
        window.frame(60)
        parts = window.app.ui.parts()
        window.frame(20)
        assert window.app.ui.parts() is parts, tab.name
        assert not window.screen.is_moving
    window.key(pygame.K_LEFTBRACKET)
    assert chosen_tab(window.app) == LAB_TABS[-2].name
    tabs = window.find("lab tab").rect
    window.click((tabs.left + 20, tabs.centery))
    assert chosen_tab(window.app) == LAB_TABS[0].name


# ---- The method -------------------------------------------------------------------------


def test_another_method_restarts_the_search(window: Window) -> None:
    inspecting(window).set_method(Method("astar", order="RLDU"))
    go(window, 5)
    for part, value, method in (
        ("ties", "fifo", Method(order="RLDU", ties="fifo")),
        ("weight", 2.0, Method(weight=2, order="RLDU", ties="fifo")),
        ("algorithm", "bfs", Method("bfs", order="RLDU")),
    ):
        window.find(("method", part)).on_choose(value)
        arrive(window)
        assert lab(window).method == method and lab(window).expansions == 0


# ---- The tabs --------------------------------------------------------------------------------


def cards(window: Window, side: int = 0) -> list:
    grid = window.find(("frontier", side))
    assert isinstance(grid, NodeCards)
    return [grid.card(index) for index in range(grid.count)]


def test_the_frontier_is_in_the_order_of_expansion(open_board: Opener) -> None:
    window = open_lab(open_board, ASTAR, HARD)
    go(window, 20)
    glimpse, shown = lab(window).glimpse, cards(window)
    assert [card.node.board for card in shown] == [each.node.board for each in glimpse.frontier]
    assert [card.rank for card in shown] == ["next", *map(str, range(2, len(shown) + 1))]
    assert [card.is_lit for card in shown].index(True) == 0
    counts = dict(window.find("lab histogram").counts)
    assert sum(counts.values()) == glimpse.frontier_size
    window.key(pygame.K_RIGHT)
    arrive(window)
    assert lab(window).board == shown[0].node.board, "the next state was expanded"


def test_the_reason_of_a_place_in_the_frontier_is_not_cut(open_board: Opener) -> None:
    window = open_lab(open_board, ASTAR, HARD, size=(640, 480))
    go(window, 20)
    turn_to(window, "frontier")
    grid, painter = window.find(("frontier", 0)), window.ui.painter
    width = grid.rect.width / grid.columns(window.ui, grid.rect.width) - 2 * grid.GAP_UNITS
    reasons = {card.words for card in cards(window)}
    assert "same f; generated earlier" in reasons
    assert all(painter.text_width(words, Face.BODY, 12) < width for words in reasons)


def test_a_search_from_both_ends_has_two_frontiers(open_board: Opener) -> None:
    window = open_lab(open_board, Method("bidirectional", "manhattan"), HARD)
    go(window, 20)
    for side in (0, 1):
        nodes = [each.node for each in lab(window).glimpse.frontier if each.node.side == side]
        assert [card.node.board for card in cards(window, side)] == [node.board for node in nodes]
    lit = [card.is_lit for side in (0, 1) for card in cards(window, side)]
    assert lit.count(True) == 1
    assert {"From the start", "From the goal"} <= window.words


def test_a_depth_first_search_shows_its_path_and_bound(open_board: Opener) -> None:
    window = open_lab(open_board, Method("idastar", "manhattan"), HARD)
    go(window, 30)
    glimpse, shown = lab(window).glimpse, cards(window)
    assert [card.node.board for card in shown] == [node.board for node in glimpse.path]
    assert [card.is_lit for card in shown].index(True) == len(shown) - 1
    assert shown[0].rank == "start"
    assert any(f"threshold {glimpse.bound:g}" in words for words in window.words)
    reading = window.find("lab path").read_out(1.0)
    assert reading is not None and reading.title.startswith("after 1 move: g 1, h ")


def test_a_click_on_a_plot_seeks_an_expansion_and_plots_can_be_saved(
    open_board: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzler.window.common.search_plot.results_folder", lambda: tmp_path)
    window = open_lab(open_board, ASTAR, HARD)
    last = end(window)
    turn_to(window, "plots")
    window.click(window.find("lab plot").rect.center)
    arrive(window)
    assert 0 < lab(window).expansions < last
    window.click_on("save plot picture")
    window.wait()
    window.click_on("save plot table")
    window.wait()
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".csv", ".png"]
    assert any(".csv" in words for words in window.words)


def test_the_tree_grows_and_a_click_seeks_a_node(open_board: Opener) -> None:
    window = open_lab(open_board, ASTAR, HARD)
    go(window, 60)
    turn_to(window, "tree")
    view = window.find("lab tree")
    window.wait_for(lambda: view.present == 59)
    window.click_on("follow in tree")
    assert view.is_following and not view.viewport.is_whole
    go(window, 50)
    window.wait_for(lambda: view.present == 49)
    assert view.is_following
    window.click_on("whole tree")
    assert view.viewport.is_whole and not view.is_following
    window.click(view.place_of(20))
    arrive(window)
    assert lab(window).expansions == 21


@pytest.mark.parametrize(("tab", "key"), [("map", "lab map"), ("tree", "lab tree")])
def test_the_picture_of_all_states_is_drawn_with_each_step(
    open_board: Opener, tab: str, key: str
) -> None:
    window = open_lab(open_board, ASTAR)
    turn_to(window, tab)
    area, surface = window.find(key).rect, pygame.display.get_surface()
    shown = []
    for moment in (0, 1, 3, 6):
        go(window, moment)
        shown.append(pygame.image.tobytes(surface.subsurface(area), "RGB"))
        Scene(window.screen.draw_ground).update(surface, window.screen.parts())
        assert pygame.image.tobytes(surface.subsurface(area), "RGB") == shown[-1]
    assert len(set(shown)) == 4


def test_the_map_highlights_expanded_states_and_draws_paths(open_board: Opener) -> None:
    window = open_lab(open_board, ASTAR, HARD)
    go(window, 60)
    turn_to(window, "map")
    states = window.find("lab map")
    window.wait_for(lambda: states.picture is not None and states.lights.moment == 60)
    window.settle()
    board = lab(window).board
    assert states.lights.lit_at(rank_of(board)) == 60
    assert {track.kind for track in states.tracks} == {TrackKind.SHORTEST, TrackKind.SEARCH}
    assert "path to this state" in window.words
    go(window, 40)
    assert states.lights.moment == 40 and states.lights.lit_at(rank_of(board)) is None
    parent = rank_of(lab(window).glimpse.expansion.parent)
    for _ in range(3):
        window.point(states.place_of(parent))
        window.wheel(-10)
    assert not states.viewport.is_whole
    window.click(states.place_of(parent))
    arrive(window)
    assert lab(window).expansions == states.lights.lit_at(parent) < 40
    window.click_on("whole map")
    assert states.viewport.is_whole
    end(window)
    length = lab(window).moment.result.length
    assert {f"the solution: {length}", f"a shortest path: {length}"} <= window.words


def test_there_is_no_map_of_a_large_board(open_board: Opener) -> None:
    window = open_lab(open_board, ASTAR, "1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12")
    turn_to(window, "plots")
    assert "Plots" in window.words and "Map" not in window.words


# ---- Predict ---------------------------------------------------------------------------------


def open_question(open_board: Opener, kind: PredictionKind | None = None, **more: object) -> Window:
    window = open_lab(open_board, ASTAR, **more)
    for moment in range(3, 12):
        go(window, moment)
        inspecting(window).ask(kind) if kind else window.key(pygame.K_q)
        arrive(window)
        if lab(window).question is not None:
            return window
    raise AssertionError("nothing was asked")


@pytest.mark.parametrize("kind", PredictionKind)
def test_a_choice_answers_the_question(open_board: Opener, kind: PredictionKind) -> None:
    window = open_question(open_board, kind)
    question = lab(window).question
    assert question.words in " ".join(sorted(window.words)) or len(question.words) > 40
    assert "Successors" not in window.words, "they would reveal the answer"
    window.click_on(("choice", question.right))
    arrive(window)
    assert lab(window).verdict.is_right
    assert lab(window).expansions == question.moment + 1
    assert "1 in a row, 1 of 1 right" in window.words
    window.click_on("ask again")
    arrive(window)
    assert lab(window).verdict is None
    window.click_on("stop asking")
    assert not lab(window).is_predicting and "Successors" in window.words


def test_parts_that_reveal_the_answer_are_hidden(open_board: Opener) -> None:
    window = open_question(open_board, PredictionKind.NEXT)
    assert lab(window).question.words in window.words
    assert not any(key[0] == "frontier" for key in window.keys if isinstance(key, tuple))
    assert ("figure", "Best f") not in window.keys
    assert not any(words.startswith("f ") for words in window.words)
    window.click_on(("choice", lab(window).question.right))
    arrive(window)
    assert lab(window).verdict.is_right
    assert any(words.startswith("f ") for words in window.words)
    assert ("frontier", 0) in window.keys and ("figure", "Best f") in window.keys


def test_a_digit_is_the_value_if_choices_are_numbers(open_board: Opener) -> None:
    window = open_lab(open_board, ASTAR)
    for moment in range(1, 12):
        go(window, moment)
        inspecting(window).ask(PredictionKind.H)
        arrive(window)
        question = lab(window).question
        if question is not None and question.choices[question.right].value < 10:
            break
    value = question.choices[question.right].value
    assert value != question.right + 1 or question.choices[0].value == 1
    window.key(pygame.K_0 + value)
    arrive(window)
    assert lab(window).verdict.is_right
    shown = [each.board for each in window.elements() if isinstance(each, MiniBoard)]
    assert question.board in shown, "the terms of the sum are displayed"


def test_a_question_about_h_requires_a_heuristic_that_can_be_counted(open_board: Opener) -> None:
    window = open_lab(open_board, Method("astar", "learned"))
    go(window, 2)
    inspecting(window).ask(PredictionKind.H)
    arrive(window)
    assert lab(window).question is None


def test_questions_can_be_answered_by_keys(open_board: Opener) -> None:
    window = open_question(open_board)
    question = lab(window).question
    wrong = next(n for n in range(len(question.choices)) if n != question.right)
    window.key(pygame.K_1 + wrong)
    arrive(window)
    verdict = lab(window).verdict
    assert verdict.chosen == wrong and not verdict.is_right
    assert lab(window).expansions == question.moment + 1
    window.key(pygame.K_q)
    arrive(window)
    window.walk_to(("choice", 0))
    window.key(pygame.K_RETURN)
    arrive(window)
    assert lab(window).verdict.chosen == 0


# ---- Layout ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_all_parts_fit(window: Window, size: tuple[int, int]) -> None:
    go(window, 4)
    is_compact = window.app.is_compact
    for tab in (*([STATE] if is_compact else []), *(tab.name for tab in LAB_TABS)):
        turn_to(window, tab)
        check_layout(window)
        if tab == STATE or not is_compact:
            tray = window.app.view.geometry.tray
            assert Rect((0, 0), size).contains(tray) and min(tray.size) > 100
            assert any(isinstance(key, tuple) and key[0] == "successor" for key in window.keys)


def test_in_a_compact_window_a_question_is_next_to_the_board(open_board: Opener) -> None:
    window = open_question(open_board, size=(640, 480))
    turn_to(window, STATE)
    window.click_on(("choice", 1))
    arrive(window)
    assert lab(window).verdict.chosen == 1
    check_layout(window)


def test_run_until_stops_at_a_typed_condition(open_board: Opener) -> None:
    window = open_lab(open_board)
    window.key(pygame.K_u, SHIFT)
    window.type("nonsense")
    window.key(pygame.K_RETURN)
    assert "reopened" in window.dialog_words
    window.key(pygame.K_a, CTRL)
    window.type("1 2 0/4 5 3")
    window.key(pygame.K_RETURN)
    arrive(window)
    assert str(lab(window).glimpse.expansion.node.board) == "1 2 0/4 5 3"
    assert not lab(window).is_running and lab(window).expansions


@pytest.mark.parametrize(("key", "mod"), [(pygame.K_u, SHIFT), (pygame.K_q, 0), (pygame.K_1, 0)])
def test_a_key_after_a_lesson_has_closed_has_no_effect(
    open_board: Opener, key: int, mod: int
) -> None:
    window = open_board(HARD)
    lessons = window.session.lessons
    lessons.begin(read_bundled().lessons["greedy"], 1)
    window.wait_for(lambda: window.app.shown.lab is not None)
    lessons.browse()
    window.screen.handle(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))


def test_an_expired_message_can_be_shown_again(open_board: Opener) -> None:
    window = open_lab(open_board)
    for _ in range(2):
        go(window, 0)
        inspecting(window).run_until("f 999")
        arrive(window)
        assert window.texts_of("said") == [NO_MATCH.format("f 999")]
        window.now += 13
        window.settle()
        assert not window.texts_of("said")


def test_a_state_and_its_successors_fit_into_a_small_window(open_board: Opener) -> None:
    window = open_lab(open_board, ASTAR, HARD, size=(640, 480))
    window.ui.choose(LAB_TAB, STATE)
    go(window, 3)
    assert not window.app.ui.state(("scroll", "lab state"), Scrolled).can_scroll


def test_the_key_of_predict_also_closes_the_question(window: Window) -> None:
    for is_asked in (True, False):
        window.key(pygame.K_q)
        window.wait_for(lambda is_asked=is_asked: (lab(window).question is not None) is is_asked)


def test_the_parts_of_h_are_hidden_at_the_goal(open_board: Opener) -> None:
    window = open_lab(open_board, ASTAR)
    keys = [part.key[1] for part in window.screen.parts()]
    assert "shares" in keys
    end(window)
    assert lab(window).is_goal_shown
    keys = [part.key[1] for part in window.screen.parts()]
    assert "shares" not in keys
