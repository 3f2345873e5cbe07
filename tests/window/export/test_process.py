"""The process that records for a window: its progress and clean-up."""

from __future__ import annotations

import os
import pickle
import time
from pathlib import Path

import pytest

from puzzler.board import Board, Move
from puzzler.game.core.settings import TileFace
from puzzler.window.export.film import Film, Look, RecordingError
from puzzler.window.export.process import JOB, RESULT, Recorder, main

GOAL = Board.solved(3, 3)
FILM = Film(GOAL, GOAL, (Move.LEFT, Move.RIGHT) * 3, side=64)
LONG = Film(GOAL, GOAL, (Move.LEFT, Move.RIGHT) * 3000, side=480)


def wait_for_end(recorder: Recorder) -> None:
    end = time.monotonic() + 120
    while not recorder.poll():
        assert time.monotonic() < end, "the recording never ended"
        time.sleep(0.01)


def is_tidy(folder: Path, *files: str) -> bool:
    return sorted(file.name for file in folder.iterdir()) == sorted(files)


def test_the_file_exists_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "two words.gif"
    recorder = Recorder(FILM, file)
    wait_for_end(recorder)
    assert (recorder.failure, recorder.done) == ("", 6)
    assert file.read_bytes().startswith(b"GIF89a")
    assert is_tidy(tmp_path, "two words.gif")
    assert recorder.poll()


def test_a_cancelled_recording_leaves_no_files(tmp_path: Path) -> None:
    file = tmp_path / "film.gif"
    file.write_bytes(b"what was there")
    recorder = Recorder(LONG, file)
    end = time.monotonic() + 120
    while recorder.done < 10:
        assert time.monotonic() < end, "the recording never started"
        assert not recorder.poll()
        time.sleep(0.01)
    recorder.cancel()
    recorder.cancel()
    assert recorder.is_over
    assert file.read_bytes() == b"what was there"
    assert is_tidy(tmp_path, "film.gif")


def test_an_abandoned_recording_leaves_no_files(tmp_path: Path) -> None:
    recorder = Recorder(LONG, tmp_path / "film.gif")
    number = recorder._process.pid
    del recorder
    assert is_tidy(tmp_path)
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)  # nor a zombie process


def test_the_job_uses_the_given_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / JOB).write_bytes(pickle.dumps((FILM, ".png")))
    assert main(tmp_path) == 0
    assert sorted({*capsys.readouterr().out.split()}) == ["0", "1", "2", "3", "4", "5", "6"]
    assert (tmp_path / RESULT).read_bytes().startswith(b"\x89PNG")
    assert main(tmp_path) == 1  # the file exists now
    assert "File exists" in capsys.readouterr().err


def test_a_missing_picture_or_folder_is_named(tmp_path: Path) -> None:
    look = Look(face=TileFace.PICTURE, picture=str(tmp_path / "gone.png"))
    recorder = Recorder(Film(GOAL, GOAL, look=look), tmp_path / "film.png")
    wait_for_end(recorder)
    assert "gone.png: file not found" in recorder.failure
    with pytest.raises(FileNotFoundError):
        Recorder(FILM, tmp_path / "gone" / "film.gif")
    assert is_tidy(tmp_path)


def test_a_target_that_is_a_folder_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "film.png"
    recorder = Recorder(Film(GOAL, GOAL, side=64), file)
    file.mkdir()
    wait_for_end(recorder)
    assert recorder.failure.startswith(f"{file} cannot be written: ")
    assert is_tidy(tmp_path, "film.png")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"speed": 0.05}, "the speed must be 0.1 to 25 moves per second, not 0.05"),
        ({"speed": 26}, "the speed must be"),
        ({"side": 47}, "the board must have 48 to 2,160 pixels, not 47"),
        ({"moves": (Move.LEFT, Move.UP, Move.UP, Move.UP)}, "move 4 is not possible"),
    ],
)
def test_a_film_has_only_valid_values(options: dict[str, object], problem: str) -> None:
    with pytest.raises(RecordingError, match=problem):
        Film(GOAL, GOAL, **options)  # type: ignore[arg-type]
