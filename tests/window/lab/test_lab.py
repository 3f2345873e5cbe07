"""The Lab: what is seen of a search, and where hands and keys lead in it."""

from __future__ import annotations

import json

import pygame
import pytest
from pygame import Rect

from puzzler.board import Board
from puzzler.cli.app import main
from puzzler.game.lab.prediction import QuestionKind
from puzzler.game.play.playing import Playing
from puzzler.game.play.settings import Settings
from puzzler.search.inspection.values import Node, SuccessorOutcome
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.window.common.views import LAB, PLAY
from puzzler.window.lab.outcomes import FATE_ICONS, FATE_WORDS, fate_color
from puzzler.window.lab.words import formula
from puzzler.window.themes import find_themes, load_theme
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from puzzler.window.widgets.spot import Spot
from puzzler.window.window import LENS
from tests.window.conftest import HARD, Opener, Window

SIZES = [(480, 360), (640, 480), (800, 600), (600, 900), (1024, 768), (1280, 800), (1920, 1080)]
CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
START = "4 2 0/5 1 3"
"""Seven moves from the goal."""


def looked_into(
    open_board: Opener, method: Method | None = None, board: str = START, **more: object
) -> Window:
    """A window whose Lab is open on ``board``, at the first moment."""
    window = open_board(board, **more)
    window.key(pygame.K_i)
    inspecting = window.desk.inspecting
    if method is not None:
        inspecting.set_method(method)
    arrive(window)
    return window


def arrive(window: Window) -> None:
    """Wait until what was asked for is shown."""
    inspecting = window.desk.inspecting
    window.wait_for(lambda: inspecting.state().glimpse is not None and not inspecting.is_busy)
    window.settle()


def go(window: Window, moment: int) -> None:
    """Go there, and wait until one is."""
    window.desk.inspecting.seek(moment)
    arrive(window)


def end(window: Window) -> int:
    """Go to the end; the number of expansions."""
    window.desk.inspecting.to_end()
    arrive(window)
    assert window.desk.inspecting.state().is_at_end
    return int(window.desk.inspecting.expansions)


def names(window: Window) -> set[str]:
    """Of the controls that are there."""
    return {control.name for control in window.desk.controls.controls}


# ---- Going there and back --------------------------------------------------------------------


def test_a_press_looks_inside_the_present_board_and_escape_leads_back(open_board: Opener) -> None:
    window = open_board(START)
    window.click_control("look-inside")
    arrive(window)
    assert window.screen.view.name == LAB
    inspecting = window.desk.inspecting
    assert str(inspecting.problem.start) == START
    assert inspecting.method == window.session.snapshot().watch.method
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY
    assert isinstance(window.session.activity, Playing)
    assert str(window.session.snapshot().play.board) == START


def test_a_review_takes_its_board_along(open_board: Opener) -> None:
    window = open_board(START)
    for move in list(window.session.snapshot().play.board.legal_moves())[:1]:
        window.session.move(move)
    window.settle()
    window.session.reviews.open_last()
    window.settle()
    window.key(pygame.K_HOME)
    board = window.desk.reviewing.board
    window.key(pygame.K_2, CTRL)
    arrive(window)
    assert window.desk.inspecting.problem.start == board
    assert str(board) == START


def test_escape_stops_what_runs_before_it_leads_back(open_board: Opener) -> None:
    window = looked_into(open_board)
    window.desk.inspecting.set_rate(1)
    window.key(pygame.K_SPACE)
    assert window.desk.inspecting.is_running
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == LAB and not window.desk.inspecting.is_running
    window.key(pygame.K_q)
    arrive(window)
    assert window.desk.inspecting.state().question is not None
    window.key(pygame.K_ESCAPE)
    assert not window.desk.inspecting.state().is_predicting
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY


def test_a_finished_search_is_opened_at_its_end(open_board: Opener) -> None:
    window = open_board(START)
    window.session.watch.start()
    window.wait_for(
        lambda: (
            window.session.watch.runs.shown is not None and window.session.watch.runs.shown.is_over
        )
    )
    window.session.stop()
    window.settle()
    run = window.session.watch.runs.shown
    window.click_control("inside")
    arrive(window)
    assert window.screen.view.name == LAB
    inspecting = window.desk.inspecting
    assert (inspecting.method, inspecting.problem.start) == (run.method, run.start)
    assert inspecting.state().is_at_end and inspecting.expansions == run.result.stats.expanded


# ---- What is seen ----------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_is_told_in_its_own_terms(open_board: Opener, algorithm: str) -> None:
    window = looked_into(open_board, Method(algorithm, "manhattan"))
    inspecting = window.desk.inspecting
    for moment in (0, 1, 4):
        go(window, moment)
        glimpse = inspecting.state().glimpse
        assert glimpse.expansions == min(moment, inspecting.state().last_known)
        if glimpse.expansion is None:
            continue
        assert str(inspecting.board) == str(glimpse.expansion.node.board)
        assert f"{glimpse.expansion.node.g}" in window.words
        assert any(glimpse.rule.words.split()[0] in said for said in window.words)
        for successor in glimpse.expansion.successors:
            assert any(FATE_WORDS[successor.outcome] in said for said in window.words)


@pytest.mark.parametrize(
    ("method", "said"),
    [
        (Method("astar", "manhattan"), [("", "g"), ("+", "h"), ("=", "f")]),
        (Method("astar", "manhattan", 1.5), [("", "g"), ("+ 1.5×", "h"), ("=", "f")]),
        (Method("greedy", "manhattan"), [("", "g"), ("", "h"), ("=", "f")]),
        (Method("bfs"), [("", "g")]),
    ],
    ids=lambda value: getattr(value, "title", ""),
)
def test_the_formula_is_that_of_the_algorithm(method: Method, said: list[tuple[str, str]]) -> None:
    f = {"astar": 4 + method.weight * 6, "greedy": 6, "bfs": 4}[method.algorithm]
    node = Node(Board.solved(2, 3), None, 4, 6, f)
    pieces = formula(node, method)
    assert [(piece.sign, piece.term) for piece in pieces] == said
    assert [piece.value for piece in pieces] == [4, 6, f][: len(pieces)]


def test_the_shares_on_the_board_add_up_to_h(open_board: Opener) -> None:
    window = looked_into(open_board, Method("astar", "manhattan"))
    go(window, 3)
    glimpse = window.desk.inspecting.state().glimpse
    assert (
        sum(share.amount for share in glimpse.breakdown.contributions) == glimpse.expansion.node.h
    )
    drawn = next(p for p in window.screen.parts() if p.key == "shares")
    assert drawn.bounds == window.desk.view.geometry.tray
    share = glimpse.breakdown.contributions[0]
    window.point(window.desk.view.geometry.cells[share.cells[0]].center)
    window.settle()
    assert any(share.words.lower() in said.lower() for said in window.words)


def test_the_parent_is_a_press_away(open_board: Opener) -> None:
    window = looked_into(open_board)
    go(window, 5)
    expansion = window.desk.inspecting.state().glimpse.expansion
    window.click_control("parent")
    arrive(window)
    assert window.desk.inspecting.expansions == expansion.parent_index + 1
    assert window.session.snapshot().play.board == expansion.parent


def test_no_fate_is_told_by_colour_alone() -> None:
    assert set(FATE_ICONS) == set(FATE_WORDS) == set(SuccessorOutcome)
    assert len(set(FATE_ICONS.values())) == len(set(FATE_WORDS.values())) == len(SuccessorOutcome)
    for name in find_themes():
        assert all(fate_color(load_theme(name), fate) for fate in SuccessorOutcome)


@pytest.mark.parametrize("algorithm", ["astar", "bfs", "idastar", "greedy"])
def test_figures_are_those_of_the_command_line(
    open_board: Opener, algorithm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    window = looked_into(open_board, Method(algorithm, "manhattan"))
    end(window)
    arguments = ["solve", START, "--algorithm", algorithm, "--heuristic", "manhattan", "--json"]
    capsys.readouterr()
    main(arguments)
    told = json.loads(capsys.readouterr().out)
    figures = dict(window.panel("lab figures")._figures)
    for caption in ("Expanded", "Generated", "Deepest"):
        assert figures[caption] == f"{told[caption.lower()]:,}"
    assert figures["b*"] == f"{told['branching']:.2f}"
    if "Frontier" in figures:
        assert figures["Frontier"] == f"{window.desk.inspecting.state().result.stats.frontier:,}"


# ---- Along the search ------------------------------------------------------------------------


def test_keys_go_along_the_search(open_board: Opener) -> None:
    window = looked_into(open_board)
    last = end(window)
    for key, mod, moment in (
        (pygame.K_HOME, 0, 0),
        (pygame.K_RIGHT, 0, 1),
        (pygame.K_RIGHT, SHIFT, min(11, last)),
        (pygame.K_LEFT, 0, min(11, last) - 1),
        (pygame.K_END, 0, last),
        (pygame.K_LEFT, SHIFT, max(0, last - 10)),
    ):
        window.key(key, mod)
        arrive(window)
        assert window.desk.inspecting.expansions == moment


def test_the_same_moment_shows_the_same(open_board: Opener) -> None:
    window = looked_into(open_board)
    seen = []
    go(window, 7)
    for moment in (2, 6, 2):
        go(window, moment)
        seen.append((window.desk.inspecting.state().glimpse, sorted(window.words)))
    assert seen[0] == seen[2] != seen[1]


def test_a_mouse_alone_goes_along_the_search(open_board: Opener) -> None:
    window = looked_into(open_board)
    last, inspecting = end(window), window.desk.inspecting
    track = window.control("track")
    window.click((track.left_of(2), track.rect.centery))
    arrive(window)
    assert inspecting.expansions == track.moment_at(track.left_of(2)) == 2
    window.press((track.left_of(2), track.rect.centery))
    window.drag((track.left_of(last), track.rect.centery))
    window.release((track.left_of(last), track.rect.centery))
    arrive(window)
    assert inspecting.expansions == last
    for name, moment in (("to-start", 0), ("step-forward", 1), ("step-back", 0), ("to-end", last)):
        window.click_control(name)
        arrive(window)
        assert inspecting.expansions == moment
    window.point(window.desk.view.geometry.tray.center)
    window.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=1))
    arrive(window)
    assert inspecting.expansions == last - 1


def test_it_runs_and_pauses_at_the_speed_chosen(open_board: Opener) -> None:
    window = looked_into(open_board)
    inspecting = window.desk.inspecting
    before = inspecting.rate
    window.key(pygame.K_MINUS)
    assert inspecting.rate < before
    window.key(pygame.K_EQUALS)
    assert inspecting.rate == before
    speed = window.control("speed")
    window.click((speed.rect.right - 1, speed.rect.centery))
    assert inspecting.rate is None
    assert "full" in window.words
    window.key(pygame.K_SPACE)
    window.wait_for(lambda: inspecting.state().is_at_end)
    arrive(window)
    assert not inspecting.is_running
    assert f"expansion {inspecting.expansions:,} of {inspecting.expansions:,}" in window.words


# ---- How it searches -------------------------------------------------------------------------


def test_only_what_means_something_can_be_chosen(open_board: Opener) -> None:
    window = looked_into(open_board)
    parts = {"heuristic", "weight", "order", "ties", "depth limit"}
    for algorithm, offered in (
        ("astar", {"heuristic", "weight", "order", "ties"}),
        ("bfs", {"order"}),
        ("dfs", {"order", "depth limit"}),
    ):
        window.desk.inspecting.set_method(Method(algorithm))
        arrive(window)
        assert names(window) & parts == offered


def test_a_choice_begins_anew(open_board: Opener) -> None:
    window = looked_into(open_board)
    go(window, 5)
    window.click_control("order")
    assert window.open == ["menu"]
    window.key(pygame.K_END)
    window.key(pygame.K_RETURN)
    arrive(window)
    method = window.desk.inspecting.method
    assert method.order == "RLDU"
    assert window.desk.inspecting.expansions == 0
    for name, value, method in (
        ("ties", "fifo", Method(order="RLDU", ties="fifo")),
        ("weight", 2.0, Method(weight=2, order="RLDU", ties="fifo")),
        ("algorithm", "bfs", Method("bfs", order="RLDU")),
    ):
        window.control(name).on_choose(value)
        window.frame()
        assert window.desk.inspecting.method == method


# ---- Predict ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", QuestionKind)
def test_a_choice_answers(open_board: Opener, kind: QuestionKind) -> None:
    window = looked_into(open_board, Method("astar", "manhattan"))
    inspecting, question = window.desk.inspecting, None
    for moment in range(3, 12):
        go(window, moment)
        inspecting.ask(kind)
        arrive(window)
        question = inspecting.state().question
        if question is not None:
            break
    assert question is not None
    assert question.words in " ".join(sorted(window.words)) or len(question.words) > 40
    assert "lab successors" not in {p.name for p in window.screen.room.column.panels if p.is_shown}
    window.click_control(f"choice {question.right}")
    arrive(window)
    assert inspecting.state().verdict.is_right
    assert inspecting.expansions == question.moment + 1
    assert "1 in a row, 1 of 1 right" in window.words
    window.click_control("stop asking")
    assert not inspecting.state().is_predicting


def test_keys_alone_answer(open_board: Opener) -> None:
    window = looked_into(open_board, Method("astar", "manhattan"))
    go(window, 6)
    window.key(pygame.K_q)
    arrive(window)
    question = window.desk.inspecting.state().question
    wrong = next(n for n in range(len(question.choices)) if n != question.right)
    window.key(pygame.K_1 + wrong)
    arrive(window)
    verdict = window.desk.inspecting.state().verdict
    assert verdict.chosen == wrong and not verdict.is_right
    assert window.desk.inspecting.expansions == 7
    window.key(pygame.K_q)
    arrive(window)
    for _ in range(60):
        window.key(pygame.K_TAB)
        focused = window.desk.controls.focused
        if focused is not None and focused.name == "choice 0":
            break
    window.key(pygame.K_RETURN)
    arrive(window)
    assert window.desk.inspecting.state().verdict.chosen == 0


def test_keys_turn_the_tabs(open_board: Opener) -> None:
    window = looked_into(open_board)
    first = window.desk.lab_tab
    window.key(pygame.K_RIGHTBRACKET)
    second = window.desk.lab_tab
    assert window.control("lab tab").chosen == second != first
    window.key(pygame.K_LEFTBRACKET)
    assert window.desk.lab_tab == first


# ---- Room ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_has_its_place(open_board: Opener, size: tuple[int, int]) -> None:
    window = looked_into(open_board, size=size)
    go(window, 4)
    if window.desk.is_compact:
        window.desk.lab_tab = LENS
        window.settle()
    whole, viewport = Rect((0, 0), size), window.screen.room.column.viewport
    scrolling = {control.name for control in window.screen.room.column.controls}
    for control in window.desk.controls.controls:
        if control.name not in scrolling:
            assert whole.contains(control.rect), control.name
        is_told_only = isinstance(control, Spot) and control.on_press is None
        if not is_told_only:
            assert min(control.rect.size) >= SMALLEST_TARGET, control.name
    tray = window.desk.view.geometry.tray
    assert whole.contains(tray) and not tray.colliderect(viewport)
    for panel in window.screen.room.panels:
        if panel.name == "lab bar":
            assert panel._area.bottom == size[1]


@pytest.mark.parametrize("theme", find_themes())
def test_every_theme_draws_it(open_board: Opener, theme: str) -> None:
    window = looked_into(open_board, settings=Settings(theme=theme))
    go(window, 4)
    window.desk.inspecting.ask()
    arrive(window)
    assert window.desk.inspecting.state().is_predicting


def test_every_bound_is_explained(open_board: Opener) -> None:
    window = looked_into(open_board)
    for name, algorithm in ALGORITHMS.items():
        if "bound" in algorithm.figures:
            window.desk.inspecting.set_method(Method(name))
            arrive(window)
            assert window.panel("lab figures").tip(f"figure {algorithm.bound_name}").words


def test_terms_are_explained_where_they_are_pointed_at(open_board: Opener) -> None:
    window = looked_into(open_board)
    go(window, 4)
    for name in sorted(names(window)):
        if name.startswith(("term", "figure", "successor", "rule", "parent")):
            window.point(window.control(name).rect.center)
            window.frame(40)
            assert window.screen.tips.tip is not None, name


@pytest.mark.parametrize(
    ("ties", "said"), [("lifo", "last in"), ("fifo", "first in"), ("high-g", "larger g")]
)
def test_the_tie_that_decided_is_told(open_board: Opener, ties: str, said: str) -> None:
    window = looked_into(open_board, Method("astar", "manhattan", ties=ties), HARD)
    told = set[str]()
    for moment in range(3, 40, 4):
        go(window, moment)
        told |= {words.partition("; tie: ")[2] for words in window.words if "; tie: " in words}
    assert said in told
