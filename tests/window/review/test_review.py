"""The Review view: the shown data of a play, and pointer and keyboard input."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from puzzler.board import Board, Move
from puzzler.formats.format import Contents
from puzzler.game.play.playing import Playing
from puzzler.game.review.reviewing import MovedBy, Reviewing, ReviewState
from puzzler.window.review.actions import TOO_LARGE
from puzzler.window.toolkit.plot_lines import thin_out
from tests.window.conftest import Opener, Window

SHIFT = pygame.KMOD_LSHIFT
START = "1 2 3/0 4 5"
"""Two moves from the goal: the blank goes right twice."""
SOLVES = (Move.UP, Move.DOWN, Move.RIGHT, Move.RIGHT)
MOVES = (Move.UP, Move.DOWN, Move.RIGHT, Move.UP, Move.RIGHT, Move.DOWN, Move.LEFT)
"""Two wrong moves first. The path ends four moves from the goal."""


def open_review(open_board: Opener, moves: tuple[Move, ...] = SOLVES, **more: object) -> Window:
    """Open the review of a play from START with one move per second."""
    window = open_board(START, **{"knows": True, **more})
    for move in moves:
        window.session.move(move)
        window.now += 1
        window.settle()
    window.session.reviews.open_last()
    if more.get("knows", True):
        window.wait_for(lambda: review_of(window).review.is_complete)
    window.settle()
    return window


@pytest.fixture
def window(open_board: Opener) -> Window:
    return open_review(open_board, MOVES)


def review_of(window: Window) -> Reviewing:
    return window.session.reviews.current


def state(window: Window) -> ReviewState:
    window.frame()
    shown = window.app.shown.review
    assert shown is not None
    return shown


def position(window: Window) -> int:
    return state(window).position


def words_at(window: Window, key: str) -> str:
    window.frame()
    return next(each.text for each in window.elements() if each.key == key)  # type: ignore[attr-defined]


def on_curve(window: Window, place: float) -> tuple[int, int]:
    """Return the place of a position of the play on the curve."""
    layout = window.find("curve").layout(window.app.ui)
    return layout.left(place), layout.panes[0].plot.centery


def test_every_distance_is_on_the_curve(open_board: Opener) -> None:
    window = open_review(open_board)
    [chart] = window.find("curve").charts
    assert chart.series[-1].ys.tolist() == [2, 3, 2, 1, 0]
    assert [(mark.x, mark.until, mark.label) for mark in chart.marks] == [(0, 2, "2")]
    assert {"all proven", "Moves left"} <= window.words
    window.rest_at(on_curve(window, 1))
    assert window.tip == "After 1 move: 3 moves left, proven. 2 extra moves by moves 1 to 2"


def test_with_more_moves_than_pixels_the_largest_loss_is_drawn(open_board: Opener) -> None:
    window = open_board(START, knows=True)
    moves = (Move.UP, Move.DOWN) * 2500 + (Move.RIGHT, Move.RIGHT)
    window.session.files.import_contents(Contents(start=Board.parse(START), goal=None, moves=moves))
    window.wait()
    window.wait_for(lambda: review_of(window).review.is_complete)
    window.settle()
    curve = window.find("curve")
    series = curve.charts[0].series[-1]
    shown = thin_out(series, curve.layout(window.app.ui).lefts(series.xs), 1.0)
    assert len(shown.x) < len(moves) / 2
    assert (shown.low[0], shown.high[0]) == (2, 3), "the maximum instead of the mean"
    assert set(shown.high[:-1]) == {3}


def test_the_played_and_the_shortest_moves_are_on_the_board(open_board: Opener) -> None:
    window = open_review(open_board)
    view = window.app.view
    window.key(pygame.K_HOME)
    window.settle()
    assert str(view.board) == START
    [mark] = view.marks
    assert (mark.cell, mark.move, mark.has_ring) == (0, Move.UP, True)
    assert view.ticked == (4,), "the tile that starts a shortest solution"
    comment = words_at(window, "comment")
    assert comment == "You moved 1 (costs 2 moves); 4 was best"
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    window.settle()
    [mark] = view.marks
    assert (mark.cell, mark.has_ring) == (4, False), "the tick of the same tile must be complete"
    assert words_at(window, "comment") == "You moved 4: best move"
    window.key(pygame.K_END)
    window.settle()
    assert not view.marks and not view.ticked
    assert words_at(window, "comment") == "Solved"


def test_the_comment_names_who_moved(open_board: Opener) -> None:
    window = open_board(START, knows=True)
    window.session.context.game.slide((Move.RIGHT,), is_watched=True)
    window.session.context.game.mark(assisted=True)
    window.session.move(Move.RIGHT)
    window.session.reviews.open_last()
    window.wait_for(lambda: review_of(window).review.is_complete)
    comments = []
    for _ in range(2):
        window.settle()
        comments.append(words_at(window, "comment"))
        window.key(pygame.K_RIGHT)
    assert comments == ["The AI moved 4: best move", "You moved 5: best move"]
    window.session.files.import_text("1 2 3/0 4 5\nmoves: tile\nLL")
    window.wait_for(lambda: review_of(window).source.moved_by[0] is MovedBy.UNKNOWN)
    window.settle()
    assert words_at(window, "comment") == "Moved 4: best move"


def test_figures_and_stages_are_shown(open_board: Opener) -> None:
    window = open_review(open_board)
    window.key(pygame.K_HOME)
    for move, (left, extra) in enumerate(("20", "32", "22", "12", "02")):
        looks = {
            tuple(part.look[0])[:2]
            for part in window.screen.parts()
            if isinstance(part.look, tuple) and isinstance(part.look[0], tuple)
        }
        assert {("Moves", "4"), ("Shortest", "2"), ("Extra moves", "2")} <= looks
        assert {("Move", f"{move}/4"), ("Left", left), ("Extra", extra)} <= looks
        window.key(pygame.K_RIGHT)
        window.frame()
    assert {"Moves per second", *(stage.name for stage in review_of(window).review.stages)} <= (
        window.words
    )


def test_unproven_values_are_never_shown_as_numbers(open_board: Opener) -> None:
    window = open_review(open_board, MOVES[:3], knows=False)
    assert not review_of(window).review.is_complete
    assert "all proven" not in window.words
    assert any("of 4 proven" in text for text in window.words)
    assert np.isnan(window.find("curve").charts[0].series[-1].ys).any()
    window.key(pygame.K_HOME)
    window.settle()
    assert "not proven yet" in words_at(window, "comment")
    assert not window.app.view.ticked


def test_keys_step_and_find_mistakes(window: Window) -> None:
    wait = window.screen.seconds_to_change()
    assert not window.screen.is_moving and (wait is None or wait > 1), (
        "the loop only waits for the end of a notice"
    )
    last, mistakes = len(MOVES), review_of(window).review.mistakes
    window.key(pygame.K_HOME)
    assert position(window) == 0
    window.key(pygame.K_RIGHT, SHIFT)
    assert position(window) == last
    window.key(pygame.K_LEFT)
    assert position(window) == last - 1
    window.key(pygame.K_PAGEUP)
    assert position(window) == max(move for move in mistakes if move < last - 1)
    window.key(pygame.K_HOME)
    positions = {0}
    for _ in MOVES:
        window.key(pygame.K_PAGEDOWN)
        positions.add(position(window))
    assert positions == {0, *mistakes}


def test_a_review_can_be_controlled_by_mouse(window: Window) -> None:
    for place in (0, 3, 5):
        window.click(on_curve(window, place))
        assert position(window) == place
    window.press(on_curve(window, 1))
    window.drag(on_curve(window, 4))
    window.release(on_curve(window, 4))
    assert position(window) == 4
    track = window.find("track")
    window.click((track.left_of(2), track.line(window.app.ui)))
    assert position(window) == 2
    window.click_on("step-forward")
    assert position(window) == 3
    window.click_on("mistake-back")
    before = max(move for move in review_of(window).review.mistakes if move < 3)
    assert position(window) == before
    for at in (on_curve(window, 0), window.app.view.geometry.tray.center):
        window.point(at)
        window.wheel(1)
        assert position(window) == before + 1
        window.wheel(-1)


def test_the_shortest_continuation_is_a_second_track(window: Window) -> None:
    review_of(window).seek(5)
    window.frame()
    window.click_on("shortest-from-here")
    window.wait_for(lambda: state(window).shortest is not None)
    window.settle()
    length = review_of(window).review.distance(5)
    shortest, played = window.find("curve").charts[0].series
    assert (shortest.xs.tolist(), shortest.ys.tolist()) == ([5, 5 + length], [length, 0])
    assert len(played.xs) == len(MOVES) + 1
    assert window.find("shortest-from-here").label == "Your moves"
    window.key(pygame.K_RIGHT)
    cursor = window.find("curve").cursor
    assert (cursor.x, cursor.y, cursor.ahead) == (5, length - 1, 1)
    window.key(pygame.K_END)
    window.settle()
    assert window.play.board == window.play.goal
    assert window.find("shortest-from-here").is_enabled, (
        "it must be possible to step back from the end"
    )
    track = window.find("track")
    window.click((track.left_of(5 + 1), track.line(window.app.ui, is_branch=True)))
    assert state(window).shortest.position == 1
    window.key(pygame.K_f)
    assert state(window).shortest is None
    assert position(window) == 5


def test_a_shortest_continuation_can_be_cancelled_before_it_is_known(open_board: Opener) -> None:
    window = open_review(open_board, knows=False)
    window.key(pygame.K_HOME)
    window.key(pygame.K_f)
    assert state(window).is_shortest_awaited and state(window).shortest is None
    window.click_on("shortest-from-here")
    assert not state(window).is_shortest_awaited and position(window) == 0


def test_the_replay_has_the_chosen_speed(window: Window) -> None:
    window.key(pygame.K_HOME)
    window.key(pygame.K_SPACE)
    assert state(window).track.is_playing
    assert window.find("pace").label == "1×"
    factors = []
    for _ in range(4):
        window.click_on("pace")
        factors.append(state(window).factor)
    assert factors == [2, 4, 8, 1]


def test_a_play_can_be_tried_again_from_a_position(window: Window) -> None:
    review_of(window).seek(3)
    board = window.play.board
    window.key(pygame.K_y)
    window.settle()
    play = window.app.shown.play
    assert isinstance(window.session.activity, Playing)
    assert play.board == play.scenario.start == board
    assert window.screen.view.name == "play"


def test_tiles_of_a_review_cannot_be_moved_and_escape_closes_it(window: Window) -> None:
    board = window.play.board
    window.click_cell(board.target(board.legal_moves()[0]))
    window.key(pygame.K_UP)
    window.settle()
    assert window.play.board == board
    assert "Try again from here" in words_at(window, "comment")
    window.key(pygame.K_LEFT)
    window.settle()
    assert "Try again from here" not in words_at(window, "comment"), "the user has continued"
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Playing)
    assert window.play.board == Board.parse(START).apply_all(MOVES)


def test_an_empty_review_offers_other_actions(open_board: Opener) -> None:
    window = open_board(START)
    window.key(pygame.K_4, pygame.KMOD_CTRL)
    board = window.session.activity.board
    assert window.open == [] and "Choose what to review" in window.words
    window.key(pygame.K_LEFT)
    assert window.session.activity.board == board
    for name, word in (("statistics", "No solves yet"), ("paste-solution", "Type moves as"),
                       ("open", "Open")):  # fmt: skip
        window.click_on(("offer", name))
        assert word in window.dialog_words
        window.key(pygame.K_ESCAPE)
    window.click_on(("offer", "drill"))
    assert window.app.shown.drill is not None
    window.key(pygame.K_4, pygame.KMOD_CTRL)
    window.key(pygame.K_l)
    window.click_on(("offer", "view-play"))
    assert window.session.context.is_playing
    window.key(pygame.K_LEFT)
    window.key(pygame.K_4, pygame.KMOD_CTRL)
    assert window.app.shown.review is not None


def test_a_large_board_has_no_shortest_continuation(open_board: Opener) -> None:
    board = Board.solved(5, 5).apply_all((Move.UP, Move.UP))
    window = open_board(str(board), knows=True)
    window.session.move(Move.DOWN)
    window.session.reviews.open_last()
    window.key(pygame.K_HOME)
    window.settle()
    assert words_at(window, "comment").startswith("You") and ":" not in words_at(window, "comment")
    button = window.find("shortest-from-here")
    assert not button.is_enabled and button.tip.text == TOO_LARGE
    window.key(pygame.K_f)
    assert window.app.line == TOO_LARGE


def test_a_position_of_the_curve_is_described_with_its_detour(open_board: Opener) -> None:
    window = open_review(open_board)
    describe = window.find("curve").describe
    assert describe(1.0).endswith("2 extra moves by moves 1 to 2")
    assert describe(4.0) == "After 4 moves: 0 moves left, proven"
