"""The result card: its delay, texts, position and closing."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from puzzler.game.coach.coach import Coach, CoachState
from puzzler.game.core.category import STAGES, Relay, Split, Stages
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.settings import Settings, TileFace
from puzzler.game.play.finish import Finish, finish_line
from puzzler.game.play.playing import Playing
from puzzler.game.storage.statistics import RETRY
from puzzler.window.board.view import COMPLETION_SECONDS
from puzzler.window.common.views import REVIEW
from puzzler.window.play.finish import (
    APPEARS_SECONDS,
    difference_text,
    figures_of,
    kind_text,
    streak_text,
    title_text,
)
from puzzler.window.play.status import MESSAGE
from puzzler.window.play.view import COLUMN
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from tests.window.conftest import NEAR, Opener, Window
from tests.window.layout import FEW_SIZES, check_layout

CTRL = pygame.KMOD_LCTRL
SOLVED = Finish(seconds=125.31, moves=58, shortest=ShortestLength(46, 46))
SPLITS = Split(2, 2, 1.5, 6), Split(3, 3, 20, 30), Split(4, 4, 61, 90), Split(5, 5, 90, 200)
RELAY = Relay(1, 4, SPLITS, 172.5)
LONGEST = replace(
    SOLVED,
    moves=12_345,
    shortest=ShortestLength(1_044),
    beaten=("time", "moves", "efficiency"),
    assisted=True,
    coached=True,
    blindfold=True,
)


@pytest.mark.parametrize(
    "reason", [{"assisted": True}, {"coached": True}, {"unranked": RETRY}, {"is_repeated": True}]
)
def test_each_reason_alone_excludes_a_solve_from_the_records(reason: dict[str, object]) -> None:
    assert SOLVED.is_ranked
    assert not replace(SOLVED, **reason).is_ranked


def is_shown(window: Window) -> bool:
    return window.element("finish") is not None


def open_solved(open_board: Opener, **more: object) -> Window:
    window = open_board(NEAR, **more)
    window.click_cell(8)
    window.settle()
    return window


@pytest.fixture
def window(open_board: Opener, size: tuple[int, int]) -> Window:
    return open_solved(open_board, size=size)


def show_finish(window: Window, monkeypatch: pytest.MonkeyPatch, finish: Finish) -> Element:
    monkeypatch.setattr(Playing, "finish", finish)
    window.frame(2)
    return window.element("finish")


@pytest.mark.parametrize(
    ("finish", "head", "figures"),
    [
        (SOLVED, "Solved", {"Moves": "58", "Shortest": "46", "Extra": "12", "TPS": "0.46"}),
        (
            replace(SOLVED, moves=46),
            "A perfect solution",
            {"Moves": "46", "Shortest": "46", "Extra": "0", "TPS": "0.37"},
        ),
        (
            replace(SOLVED, seconds=9.04, shortest=ShortestLength(44, is_computing=True)),
            "Solved",
            {"Moves": "58", "Shortest": "at least 44", "TPS": "6.42"},
        ),
        (
            replace(SOLVED, shortest=ShortestLength(is_computing=True)),
            "Solved",
            {"Moves": "58", "Shortest": "computing", "TPS": "0.46"},
        ),
        (
            replace(SOLVED, moves=1, seconds=0.0, shortest=ShortestLength()),
            "Solved",
            {"Moves": "1"},
        ),
        (
            replace(SOLVED, slides=40, is_multi_tile=True),
            "Solved",
            {"Multi-tile moves": "40", "TPS": "0.32"},
        ),
        (replace(SOLVED, relay=RELAY), "Relay finished", {"Moves": "326", "TPS": "1.89"}),
    ],
)
def test_the_card_has_a_title_and_figures(
    finish: Finish, head: str, figures: dict[str, str]
) -> None:
    assert title_text(finish) == head
    assert dict(figures_of(finish)) == figures


@pytest.mark.parametrize(
    ("changes", "bests", "kind"),
    [
        ({}, "Solved", ""),
        ({"beaten": ("moves", "time")}, "New best time and moves", ""),
        ({"coached": True}, "Solved", "Coach used: not counted"),
        (
            {"assisted": True, "coached": True},
            "Solved",
            "Help and coach used: not counted",
        ),
        ({"blindfold": True}, "Solved", "Blindfold"),
        ({"is_repeated": True}, "Solved", "Solved again: your first solve counts"),
        (
            {"blindfold": True, "coached": True},
            "Solved",
            "Blindfold, coach used: not counted",
        ),
    ],
)
def test_the_card_shows_records_and_help(changes: dict, bests: str, kind: str) -> None:
    finish = replace(SOLVED, **changes)
    assert title_text(finish) == bests
    assert kind_text(finish) == kind


@pytest.mark.parametrize(
    ("best", "text"),
    [
        (None, ""),
        (124.07, "1.24 s slower than your best"),
        (126.0, "0.69 s faster than your best"),
        (125.31, "As fast as your best"),
    ],
)
def test_the_card_shows_the_difference_from_the_best_time(best: float | None, text: str) -> None:
    assert difference_text(replace(SOLVED, best_seconds=best)) == text
    assert difference_text(replace(SOLVED, best_seconds=best, is_repeated=True)) == ""


def test_the_first_time_is_named_only_for_boards_with_times() -> None:
    first = replace(SOLVED, solve_id=1)
    assert title_text(first) == "Your first recorded time"
    assert title_text(first, has_kind=False) == "Solved"


def test_the_difference_of_a_record_names_the_previous_best() -> None:
    record = replace(SOLVED, best_seconds=126.0, beaten=("time",))
    assert difference_text(record) == "0.69 s faster than your previous best"


def test_the_card_shows_the_streak() -> None:
    assert (streak_text(3), streak_text(1)) == ("3-day streak", "")


def test_a_solve_that_is_not_counted_has_a_reason() -> None:
    assert kind_text(replace(SOLVED, unranked="retry")) == ("Not counted: solved before")
    assert kind_text(replace(SOLVED, unranked="first move")) == (
        "Not counted: solved by the first move"
    )


def test_the_message_does_not_repeat_the_card(window: Window) -> None:
    assert window.app.line.startswith("Solved in 1 move")
    assert window.element(MESSAGE).text == ""
    window.click_on(("finish", "copy-result"))
    assert window.element(MESSAGE).text


def test_a_drag_that_solves_the_board_takes_its_time(open_board: Opener) -> None:
    window = open_board(NEAR)
    cells = window.app.view.geometry.cells
    window.press(cells[8].center)
    window.drag(cells[5].center)
    window.frame(60)
    window.release(cells[5].center)
    window.frame(2)
    assert window.play.finish.seconds > 0.9


def test_the_card_appears_shortly_after_the_solve_without_input(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.now += 100  # the last tick was long ago
    window.click_cell(8)
    assert not is_shown(window)
    began = window.now
    while not is_shown(window):
        wait = window.screen.seconds_to_change()
        assert window.screen.is_moving or (wait is not None and wait <= APPEARS_SECONDS)
        window.frame()
    assert APPEARS_SECONDS - 0.02 < window.now - began <= 0.4
    wait = window.screen.seconds_to_change()
    assert wait is None or wait > 1, "the loop only waits for the end of a notice"


def test_the_card_is_shown_for_the_board_of_the_solve(open_board: Opener) -> None:
    window = open_solved(open_board)
    words, finish = window.texts_of("finish"), window.play.finish
    for leave, back in (
        ((pygame.K_z, CTRL), (pygame.K_y, CTRL)),  # undo
        ((pygame.K_n, 0), (pygame.K_z, CTRL)),  # another board
        ((pygame.K_4, CTRL), (pygame.K_ESCAPE, 0)),  # review
        ((pygame.K_COMMA, CTRL), (pygame.K_ESCAPE, 0)),  # settings
    ):
        window.key(*leave)
        window.settle()
        window.key(*back)
        window.frame(60)
        assert window.play.finish == finish
        assert window.texts_of("finish") == words
    window.key(pygame.K_ESCAPE)
    assert not is_shown(window)
    window.key(pygame.K_z, CTRL)
    window.key(pygame.K_y, CTRL)
    window.frame(60)
    assert window.texts_of("finish") == words, "the card was closed only until the next action"


def names(window: Window) -> list[str]:
    buttons = window.elements(window.element("finish"))
    return [
        b.key[1] if isinstance(b.key, tuple) else b.key for b in buttons if isinstance(b, Button)
    ]


def test_the_focus_is_on_new_and_moves_along_the_buttons(window: Window) -> None:
    assert window.focused == ("finish", "new")
    order = ["restart", "view-review", "copy-result", "watch-shortest"]
    for name in order:
        window.key(pygame.K_RIGHT)
        assert window.focused == ("finish", name)
    window.key(pygame.K_RIGHT)
    assert window.focused == "put away"
    window.key(pygame.K_DOWN)
    assert window.focused == ("finish", "new")
    window.key(pygame.K_LEFT)
    assert window.focused == "put away"
    window.key(pygame.K_TAB)
    assert window.focused == ("finish", "new")
    assert window.play.is_solved, "arrow keys must move no tile"


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_closed_card_remains_closed_until_the_next_solve(window: Window, by_mouse: bool) -> None:
    if by_mouse:
        window.click_on("put away")
    else:
        window.key(pygame.K_ESCAPE)
    window.frame(60)
    assert not is_shown(window)
    assert window.play.is_solved
    assert window.focused is None
    window.key(pygame.K_r)
    window.click_cell(8)
    window.settle()
    assert is_shown(window)


@pytest.mark.parametrize("size", [(1280, 800), (480, 360)], ids=str)
def test_the_buttons_do_their_actions(open_board: Opener, size: tuple[int, int]) -> None:
    quick = Settings(instant_shuffle=True)
    window = open_solved(open_board, settings=quick, size=size)
    window.click_on(("finish", "copy-result"))
    assert window.clipboard.text.startswith("Puzzler 3x3")
    window.click_on(("finish", "restart"))
    assert str(window.play.board) == NEAR
    window = open_solved(open_board, settings=quick, size=size)
    window.click_on(("finish", "view-review"))
    assert window.screen.view.name == REVIEW
    window.key(pygame.K_ESCAPE)
    window = open_solved(open_board, settings=quick, size=size)
    window.click_on(("finish", "watch-shortest"))
    assert window.session.activity is not None
    window = open_solved(open_board, settings=quick, size=size)
    window.click_on(("finish", "new"))
    assert str(window.play.scenario.start) != NEAR


def test_no_button_of_a_small_result_is_a_picture_only(open_board: Opener) -> None:
    window = open_solved(open_board, size=(480, 360))
    labels = [window.find(("finish", name))._shown[0] for name in names(window)[1:]]
    assert labels == ["New", "Same board", "Review", "Share", "Watch the shortest"]
    assert not window.has("pause-game"), "the result has the buttons that can be used"


@pytest.mark.parametrize("size", [(1280, 800), (640, 480)], ids=str)
def test_a_finished_relay_offers_another(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    window = open_solved(open_board, settings=Settings(instant_shuffle=True), size=size)
    assert names(window)[:3] == ["put away", "new", "restart"]
    show_finish(window, monkeypatch, replace(SOLVED, relay=RELAY))
    assert names(window) == ["put away", "new", "another-relay", "view-review", "copy-result"]
    assert window.find(("finish", "another-relay")).label == "Another relay"
    marathon = replace(RELAY, stages=((2, 2),) * 5)
    show_finish(window, monkeypatch, replace(SOLVED, relay=marathon))
    assert window.find(("finish", "another-relay")).label == "Another marathon"
    window.click_on(("finish", "another-relay"))
    monkeypatch.undo()
    window.frame(2)
    assert window.session.challenges.relay.stages == marathon.stages
    if window.app.is_compact:
        window.click_on("panel")
    assert not window.has("watch-or-stop"), "a relay is a race of the player"
    keys = {each.key for each in window.elements()}
    assert "timer" in keys and "times" not in keys, "it has its own best time"


def test_a_small_result_has_the_time_and_the_line_below_the_board_does_not_repeat_it(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_solved(open_board, size=(640, 480))
    show_finish(window, monkeypatch, SOLVED)
    texts = [each.text for each in window.elements() if isinstance(each, Text)]
    assert texts.count("2:05.31") == 1 and not any("moves" in text for text in texts)


def test_the_shortest_solution_of_a_large_board_is_offered_when_it_is_proven(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_board("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24")
    window.click_cell(24)
    window.settle()
    monkeypatch.setattr(
        Coach,
        "state",
        lambda self: CoachState(shortest=ShortestLength(1), hint=None, line=None, green_cells=()),
    )
    window.frame()
    assert "watch-shortest" not in names(window)
    monkeypatch.setattr(
        Coach,
        "state",
        lambda self: CoachState(
            shortest=ShortestLength(1, 1), hint=None, line=None, green_cells=()
        ),
    )
    window.frame()
    assert "watch-shortest" in names(window)


def test_a_press_on_the_card_reaches_no_tile(window: Window) -> None:
    rect = window.element("finish").rect
    window.click((rect.left + 5, rect.top + 5))
    assert window.play.is_solved
    assert is_shown(window)
    assert window.app.view.hovered is None


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_the_card_fits_and_does_not_cover_the_board(
    window: Window, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    for has_drawer in (False, True) if window.app.is_compact else (False,):
        if has_drawer:
            window.click_on("panel")
        for finish in (SOLVED, LONGEST, replace(SOLVED, relay=RELAY)):
            card = show_finish(window, monkeypatch, finish)
            check_layout(window)
            tray, column = window.app.view.geometry.tray, window.element(COLUMN)
            assert not column.rect.colliderect(tray)
            assert column.rect.left <= card.rect.left and card.rect.right <= column.rect.right
            assert tray.width >= 0.45 * min(size)
            words = [each for each in window.elements(card) if isinstance(each, Text)]
            assert not [each.text for each in words if each.is_cut]


PICTURED = Settings(face=TileFace.PICTURE, picture="dunes")


def test_the_last_tile_of_a_picture_fades_in(open_board: Opener) -> None:
    window = open_board(NEAR, settings=PICTURED)
    window.click_cell(8)
    shares = []
    while window.app.view.is_moving:
        window.frame()
        shares.append(window.app.view.completion)
    assert shares == sorted(shares) and shares[-1] == 1
    assert sum(0 < share < 1 for share in shares) >= COMPLETION_SECONDS * 60 * 0.8


def test_with_reduced_motion_the_picture_is_complete_immediately(open_board: Opener) -> None:
    window = open_board(NEAR, settings=replace(PICTURED, reduced_motion=True))
    window.click_cell(8)
    window.frame(2)
    assert window.app.view.completion == 1 and is_shown(window)
    window.key(pygame.K_z, CTRL)
    assert window.app.view.completion == 0


@pytest.mark.parametrize(
    ("stages", "kind"), [(STAGES, "Relay, 2×2 to 5×5"), (((3, 3),) * 4, "Marathon, 4 of 3×3")]
)
@pytest.mark.parametrize("size", [(640, 480), (1280, 800)], ids=str)
def test_the_result_of_a_relay_names_all_its_boards(
    window: Window, monkeypatch: pytest.MonkeyPatch, stages: Stages, kind: str
) -> None:
    show_finish(window, monkeypatch, replace(SOLVED, relay=replace(RELAY, stages=stages)))
    for _ in range(2):
        assert {kind, "2:52.50"} <= window.words
        assert window.figure("Moves") == "326" or "326 moves" in window.words
        assert not any(words.lower().startswith("shortest") for words in window.words)
        window.key(pygame.K_ESCAPE)
        assert not is_shown(window)


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)], ids=str)
def test_the_splits_of_a_relay_are_aligned(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    splits = (*SPLITS, Split(5, 5, 1234.5, 12_345))
    relay = replace(RELAY, stages=((5, 5),) * 5, splits=splits)
    show_finish(window, monkeypatch, replace(SOLVED, relay=relay))
    columns = [window.element(("split", number)) for number in range(5)]
    assert len({column.children[0].rect.top for column in columns}) == 1


def test_a_relay_shows_the_difference_from_the_record(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Split(2, 2, 2.0, 6), Split(3, 3, 19, 30), Split(4, 4, 61, 90), Split(5, 5, 91, 200)
    relay = replace(RELAY, record=record)
    finish = show_finish(window, monkeypatch, replace(SOLVED, relay=relay))
    texts = [e.text for e in window.elements(finish) if isinstance(e, Text)]
    assert [words for words in texts if words[:1] in "+\N{MINUS SIGN}" and words] == [
        "\N{MINUS SIGN}0.50", "+0.50", "+0.50", "\N{MINUS SIGN}0.50",
    ]  # fmt: skip
    assert "New best relay time" in texts and window.figure("TPS") == "1.89"
    assert title_text(replace(SOLVED, relay=replace(relay, is_helped=True))) == "Relay finished"
    assert finish_line(replace(SOLVED, relay=relay), window.play.scenario) == (
        "Puzzler relay 2x2 to 5x5: 326 moves, 2:52.50"
    )
