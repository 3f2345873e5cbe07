"""Save as picture and Save as animation: contents, options, progress and cancelling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import ClassVar

import pygame
import pytest
from PIL import Image

from puzzler.board import Board, Move
from puzzler.game.core.settings import Crop, Settings, TileColors, TileFace
from puzzler.game.play.new_boards import DailyBoard, daily
from puzzler.game.storage.statistics import Result
from puzzler.window.export import mp4
from puzzler.window.export.film import Film, RecordingError
from puzzler.window.files import recording
from puzzler.window.files.actions import ACTIONS
from tests.window.conftest import HARD, Opener, Window
from tests.window.export.gif_file import parse_gif

SIX = "4 2 0/5 1 3"
"""Seven moves from the goal."""
PICTURE, ANIMATION = pygame.K_p, pygame.K_a
BOTH = pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT


class FakeRecorder:
    """A recorder whose progress the test sets."""

    instances: ClassVar[list[FakeRecorder]] = []

    def __init__(self, film: Film, file: Path) -> None:
        self.film, self.file = film, file
        self.total, self.done = len(film.moves), 0
        self.failure, self.is_over, self.is_cancelled = "", False, False
        self.instances.append(self)

    def poll(self) -> bool:
        return self.is_over

    def cancel(self) -> None:
        self.is_cancelled = not self.is_over
        self.is_over = True


@pytest.fixture
def board() -> str:
    return HARD


@pytest.fixture
def recorders(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[FakeRecorder]]:
    monkeypatch.setattr(recording, "Recorder", FakeRecorder)
    FakeRecorder.instances.clear()
    yield FakeRecorder.instances
    FakeRecorder.instances.clear()


def open_dialog(window: Window, key: int) -> None:
    window.key(key, BOTH)


def save(window: Window) -> None:
    window.key(pygame.K_RETURN)
    window.wait_for(lambda: not window.session.background.is_busy)


def has_solution(window: Window) -> bool:
    timeline = window.session.activity.timeline
    return timeline is not None and timeline.is_complete


def test_without_moves_there_is_no_animation(window: Window) -> None:
    open_dialog(window, ANIMATION)
    assert window.open == []
    assert window.app.line == recording.NO_MOVES


def test_the_played_moves_are_recorded(window: Window, recorders: list[FakeRecorder]) -> None:
    for cell in (4, 7):
        window.click_cell(cell)
        window.settle()
    open_dialog(window, ANIMATION)
    save(window)
    (recorder,) = recorders
    assert recorder.film.start == Board.parse(HARD)
    assert recorder.film.moves == (Move.UP, Move.DOWN)
    assert recorder.film.goal == Board.solved(3, 3)


def test_the_result_of_a_day_is_a_picture(
    window: Window, recorders: list[FakeRecorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = DailyBoard(date(2026, 11, 23), Result((3, 3), "20261123", 9.84, 25, 25))
    save_action = next(action for action in ACTIONS if action.name == "save-result")
    for shown in (None, replace(board, result=None), board):
        assert len(window.app.ui.layers) == 1
        monkeypatch.setattr(window.session.boards, "daily_board", lambda shown=shown: shown)
        save_action.do(window.app)
        window.frame()
    save(window)
    (recorder,) = recorders
    assert recorder.film.start == daily(board.day).start and not recorder.film.moves
    assert recorder.film.card[1:] == ("9.84 s", "3×3, 25 of 25 moves", "23 November 2026")
    assert recorder.file.name == "puzzler-2026-11-23.png"


def test_the_shown_track_is_recorded(window: Window, recorders: list[FakeRecorder]) -> None:
    window.key(pygame.K_s)
    window.wait_for(lambda: has_solution(window))
    open_dialog(window, ANIMATION)
    assert "31 moves, 11.2 s" in window.dialog_words
    save(window)
    (recorder,) = recorders
    assert len(recorder.film.moves) == 31
    assert recorder.film.start == Board.parse(HARD)


def test_a_solution_is_not_recorded_in_a_race_of_its_board(window: Window) -> None:
    window.key(pygame.K_s)
    window.wait_for(lambda: has_solution(window))
    window.key(pygame.K_3, pygame.KMOD_LCTRL)
    window.frame()
    open_dialog(window, ANIMATION)
    assert (window.open, window.app.line) == ([], recording.NO_MOVES)


def test_the_recording_looks_like_the_window(
    open_board: Opener, recorders: list[FakeRecorder]
) -> None:
    settings = Settings(
        theme="light",
        face=TileFace.PICTURE,
        picture="glass",
        numbers_on_pictures=False,
        tile_colors=TileColors.ROWS,
        crops={"glass": Crop(0.2, 0.4, 2.0)},
    )
    window = open_board(HARD, settings=settings)
    window.session.files.import_text("H F G/B E D/C _ A")
    window.settle()
    open_dialog(window, PICTURE)
    save(window)
    look = recorders[0].film.look
    assert look.labels == ("", *"ABCDEFGH")
    assert (look.theme, look.face, look.picture, look.has_numbers) == (
        "light",
        TileFace.PICTURE,
        "glass",
        False,
    )
    assert (look.colors, look.crop) == (TileColors.ROWS, Crop(0.2, 0.4, 2.0))
    assert recorders[0].film.moves == ()


def test_covered_tiles_are_not_recorded(open_board: Opener) -> None:
    window = open_board(HARD, settings=Settings(blindfold=True))
    window.click_cell(4)
    window.settle()
    for key in (PICTURE, ANIMATION):
        open_dialog(window, key)
        assert window.open == []


def test_size_speed_and_loop_can_be_chosen(
    open_board: Opener, recorders: list[FakeRecorder]
) -> None:
    window = open_board(HARD, settings=Settings(playback_speed=7.0))
    window.click_cell(4)
    window.settle()
    open_dialog(window, ANIMATION)
    speeds, sides, loop = (window.find(key) for key in ("speed", "side", "loop"))
    assert (speeds.chosen, sides.chosen, loop.is_on) == (8.0, 480, True)
    window.click(speeds.segments()[1].center)
    window.click(sides.segments()[0].center)
    window.click_on("loop")
    assert "1 move, 4.0 s" in window.dialog_words
    save(window)
    film = recorders[0].film
    assert (film.speed, film.side, film.is_looped) == (2.0, 240, False)


def test_a_picture_has_one_board_or_all(
    window: Window, recorders: list[FakeRecorder], tmp_path: Path
) -> None:
    window.click_cell(4)
    window.settle()
    open_dialog(window, PICTURE)
    save(window)
    window.key(pygame.K_ESCAPE)
    open_dialog(window, PICTURE)
    boards = window.find("boards")
    window.click(boards.segments()[1].center)
    side = window.find("side")
    assert side.chosen == 160
    save(window)
    alone, all_of_them = (recorder.film for recorder in recorders)
    assert (alone.moves, alone.side, alone.start) == ((), 480, window.play.board)
    assert (all_of_them.moves, all_of_them.side) == ((Move.UP,), 160)
    assert recorders[0].file == tmp_path / "board-3x3.png"


@pytest.mark.parametrize("has_ffmpeg", [True, False])
def test_a_video_requires_ffmpeg_and_has_no_loop(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch, has_ffmpeg: bool
) -> None:
    monkeypatch.setattr(mp4.shutil, "which", lambda name: "/bin/true" if has_ffmpeg else None)
    window = open_board(SIX)
    window.click_cell(1)
    open_dialog(window, ANIMATION)
    kind = window.find("kind")
    assert [option.value for option in kind.options] == ["gif", "mp4"][: 1 + has_ffmpeg]
    assert window.has("loop")
    if has_ffmpeg:
        kind.on_choose("mp4")
        window.frame(2)
        assert not window.has("loop")


def start_recording(window: Window) -> None:
    window.click_cell(4)
    window.settle()
    open_dialog(window, ANIMATION)
    save(window)


def test_progress_and_end_are_displayed(
    window: Window, recorders: list[FakeRecorder], tmp_path: Path
) -> None:
    start_recording(window)
    (recorder,) = recorders
    assert "0 of 1 move drawn" in window.dialog_words
    assert window.screen.is_moving
    recorder.done = 1
    window.frame()
    assert "1 of 1 move drawn" in window.dialog_words
    (tmp_path / "board-3x3.gif").write_bytes(bytes(2000))
    recorder.is_over = True
    window.frame()
    assert window.open == []
    assert window.app.line == f"Saved {tmp_path / 'board-3x3.gif'} (2.0 kB)"
    assert not recorder.is_cancelled


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_RETURN])
def test_a_recording_can_be_cancelled(
    window: Window, recorders: list[FakeRecorder], key: int
) -> None:
    start_recording(window)
    window.key(key)
    assert window.open == []
    assert recorders[0].is_cancelled


def test_a_failed_recording_is_reported(window: Window, recorders: list[FakeRecorder]) -> None:
    start_recording(window)
    recorders[0].failure, recorders[0].is_over = "ffmpeg failed: no room", True
    window.frame()
    assert "Ffmpeg failed: no room" in window.dialog_words
    button = window.find("cancel")
    assert button.label == "Close"
    window.key(pygame.K_RETURN)
    assert window.open == []


def test_a_failed_start_is_an_error(open_board: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(film: Film, file: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(recording, "Recorder", fail)
    window = open_board(HARD)
    start_recording(window)
    assert "Recording failed: No space left on device" in window.dialog_words


def test_real_files_are_written(open_board: Opener, tmp_path: Path) -> None:
    window = open_board(HARD)
    start_recording(window)
    window.wait_for(lambda: not window.open)
    gif = parse_gif((tmp_path / "board-3x3.gif").read_bytes())
    assert (gif.size, len(gif.frames)) == ((480, 480), 7)
    open_dialog(window, PICTURE)
    save(window)
    window.wait_for(lambda: not window.open)
    with Image.open(tmp_path / "board-3x3.png") as image:
        assert image.size == (480, 480)


def test_a_picture_that_is_too_large_is_an_error(
    window: Window, recorders: list[FakeRecorder], monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(film: Film) -> None:
        raise RecordingError("choose a smaller size")

    monkeypatch.setattr(recording, "check_sheet", check)
    open_dialog(window, PICTURE)
    save(window)
    assert "Choose a smaller size" in window.dialog_words
    assert not recorders and window.open == ["save file"]


def test_a_missing_picture_is_not_recorded(
    open_board: Opener, recorders: list[FakeRecorder]
) -> None:
    settings = Settings(face=TileFace.PICTURE, picture="/nowhere/at-all.png")
    window = open_board(HARD, settings=settings)
    window.wait()
    open_dialog(window, PICTURE)
    save(window)
    assert recorders[0].film.look.face is TileFace.NUMBERS
    assert window.open == ["recording"], "the dialog of the file is closed"


def test_the_result_of_a_day_has_no_labels_of_another_board(
    window: Window, recorders: list[FakeRecorder]
) -> None:
    board = DailyBoard(date(2026, 11, 23), Result((3, 3), "20261123", 9.84, 25, 25))
    window.session.files.import_text("H F G/B E D/C _ A")
    window.settle()
    recording.save_result(window.app, board)
    save(window)
    assert recorders[0].film.look.labels is None
