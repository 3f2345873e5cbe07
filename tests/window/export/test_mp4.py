"""MP4 files: with ffmpeg, without it, and with an ffmpeg that fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from puzzler.board import Board, Move
from puzzler.window.export.film import MP4, Film, RecordingError
from puzzler.window.export.mp4 import MISSING, PROGRAM
from puzzler.window.export.process import write_film

GOAL = Board.solved(3, 3)
FILM = Film(GOAL, GOAL, (Move.LEFT, Move.RIGHT), side=64)
needs_ffmpeg = pytest.mark.skipif(shutil.which(PROGRAM) is None, reason="ffmpeg is not installed")
needs_shell = pytest.mark.skipif(sys.platform == "win32", reason="a script replaces ffmpeg")


def write_mp4(file: Path) -> list[int]:
    with file.open("wb") as stream:
        reported: list[int] = []
        write_film(FILM, MP4, stream, reported.append)
        return reported


def fake_ffmpeg(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / PROGRAM
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/bin{os.pathsep}/usr/bin")


@needs_ffmpeg
def test_a_film_has_a_common_format(tmp_path: Path) -> None:
    file = tmp_path / "film.mp4"
    assert write_mp4(file)[-1] == 2
    assert file.read_bytes()[4:8] == b"ftyp"
    if shutil.which("ffprobe") is None:
        return
    fields = "stream=width,height,pix_fmt,r_frame_rate,nb_frames"
    result = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", fields, "-of", "csv=p=0", str(file)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    # 1 s, two moves of 0.25 s, and 2.5 s
    assert result.stdout.strip() == "64,64,yuv420p,30/1,120"


def test_without_ffmpeg_there_is_an_error_of_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RecordingError, match=re.escape(MISSING)):
        write_mp4(tmp_path / "film.mp4")


@needs_shell
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("cat > /dev/null; echo first >&2; echo 'no encoder' >&2; exit 1", "failed: no encoder"),
        ("exit 3", "failed: exit status 3"),
    ],
)
def test_an_error_of_ffmpeg_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, words: str
) -> None:
    fake_ffmpeg(tmp_path, script, monkeypatch)
    with pytest.raises(RecordingError, match=words):
        write_mp4(tmp_path / "film.mp4")


@needs_shell
def test_an_exception_ends_ffmpeg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    processes, start = list[subprocess.Popen[bytes]](), subprocess.Popen

    def run(*arguments: object, **options: object) -> subprocess.Popen[bytes]:
        processes.append(start(*arguments, **options))  # type: ignore[call-overload]
        return processes[-1]

    def cancel(moves: int) -> None:
        raise KeyboardInterrupt

    fake_ffmpeg(tmp_path, "exec cat > /dev/null", monkeypatch)
    monkeypatch.setattr(subprocess, "Popen", run)
    with (tmp_path / "film.mp4").open("wb") as stream, pytest.raises(KeyboardInterrupt):
        write_film(FILM, MP4, stream, cancel)
    assert processes[0].returncode is not None
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: open(tmp_path / "none"))  # noqa: PTH123, SIM115
    with (
        (tmp_path / "film.mp4").open("wb") as stream,
        pytest.raises(RecordingError, match="ffmpeg cannot be started: No such file"),
    ):
        write_film(FILM, MP4, stream, cancel)
