"""Long work is never done in the thread of the window. A watchdog checks every frame."""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterator

import pygame
import pytest

from puzzler.board import Move
from puzzler.game.play.playing import Playing
from puzzler.game.review.reviewing import Reviewing
from puzzler.window.common.actions import actions
from puzzler.window.files.importing import take_text
from puzzler.window.files.saving import TextPiece, open_save_board
from puzzler.window.lab.view import LAB_TAB
from tests.window.conftest import NEAR, Opener, Window
from tools.trust.watchdog import LIMIT, Watchdog

MOVES = f"moves: blank\n{NEAR} {'LR' * 20_000}"
LIST = "8 6 7/2 5 4/3 0 1\n" * 10_000
LONG_LIST = 4 * LIST
"""Long enough to be cancelled while it is read, even if this process is delayed."""
MANY_SOLVES = """WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
INSERT INTO solves (game, number, rows, columns, goal, difficulty, start, shuffle_moves, moves,
    times, move_count, seconds, assisted, solved_at)
SELECT 1, i, 2, 2, 'standard', 'mixed', '0 1/3 2', 9, '', '', 80 + i % 90, 9 + i % 70, 0, i
FROM n"""


@pytest.fixture
def window(open_board: Opener) -> Window:
    return open_board(NEAR)


@pytest.fixture
def do(window: Window) -> Iterator[Callable[..., None]]:
    """Do actions and run watched frames until all work has finished."""
    dog = Watchdog(2 * LIMIT)  # other processes may use the processor
    gc.disable()

    def do(act: Callable[..., object], *arguments: object, until: Hashable = None) -> None:
        def frame() -> bool:
            with dog.frame():
                window.frame()
            is_busy = window.session.background.is_busy
            return not is_busy and (until is None or window.has(until))

        with dog.frame():
            act(*arguments)
        window.wait_for(frame)

    yield do
    gc.enable()
    dog.close()
    assert not dog.faults, "\n".join(map(str, dog.faults))


def test_tiles_can_be_moved_while_a_long_text_is_read(
    window: Window, do: Callable[..., None]
) -> None:
    take_text(window.app, LONG_LIST)
    window.frame(2)
    assert window.app.line.startswith("Reading the text") and window.has("stop")
    window.key(pygame.K_ESCAPE)
    assert not window.session.is_busy and not window.app.line
    take_text(window.app, LONG_LIST)
    window.frame(2)
    window.click_on("stop")
    assert not window.session.is_busy and not window.app.line
    do(take_text, window.app, LIST)
    assert window.open == ["import"]  # a question about the board
    window.key(pygame.K_ESCAPE)
    do(take_text, window.app, "UD" * 200_000)
    assert "more than 300,000 moves" in window.app.line
    assert window.session.move(Move.DOWN) and isinstance(window.session.activity, Playing)


def test_a_long_solution_is_reviewed(window: Window, do: Callable[..., None]) -> None:
    do(take_text, window.app, MOVES)
    assert isinstance(window.session.activity, Reviewing)
    assert window.session.activity.review.lost == 40_000
    do(window.session.activity.seek, 20_001)
    do(actions()["mistake-forward"].do, window.app)
    do(open_save_board, window.app, TextPiece.GAME)


def test_many_solves_are_displayed(window: Window, do: Callable[..., None]) -> None:
    window.session.store.connection.execute(MANY_SOLVES)
    do(actions()["statistics"].do, window.app)
    assert "30,000" in window.words


def test_the_map_is_drawn_and_lessons_are_read(window: Window, do: Callable[..., None]) -> None:
    del window.session.lessons.shelf
    do(actions()["view-lessons"].do, window.app)
    assert window.session.lessons.state().entries
    window.ui.choose(LAB_TAB, "map")
    do(actions()["view-lab"].do, window.app, until="whole map")
