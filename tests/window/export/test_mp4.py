"""MP4 files: with ffmpeg, without it, and with one that fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from puzzler.board import Board, Move
from puzzler.window.export.film import Film, RecordingError
from puzzler.window.export.mp4 import MISSING, PROGRAM
from puzzler.window.export.recorder import MP4, write_film

GOAL = Board.solved(3, 3)
FILM = Film(GOAL, GOAL, (Move.LEFT, Move.RIGHT), side=64)
needs_ffmpeg = pytest.mark.skipif(shutil.which(PROGRAM) is None, reason="ffmpeg is not installed")
needs_shell = pytest.mark.skipif(sys.platform == "win32", reason="a script stands for ffmpeg")


def written(file: Path) -> list[int]:
    with file.open("wb") as stream:
        reported: list[int] = []
        write_film(FILM, MP4, stream, reported.append)
        return reported


def pretended(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / PROGRAM
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/bin{os.pathsep}/usr/bin")


@needs_ffmpeg
def test_a_film_is_what_players_know(tmp_path: Path) -> None:
    file = tmp_path / "film.mp4"
    assert written(file)[-1] == 2
    assert file.read_bytes()[4:8] == b"ftyp"
    if shutil.which("ffprobe") is None:
        return
    asked = "stream=width,height,pix_fmt,r_frame_rate,nb_frames"
    told = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", asked, "-of", "csv=p=0", str(file)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    # a second, two moves of a quarter, two seconds and a half
    assert told.stdout.strip() == "64,64,yuv420p,30/1,120"


def test_without_ffmpeg_one_line_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RecordingError, match=re.escape(MISSING)):
        written(tmp_path / "film.mp4")


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
    pretended(tmp_path, script, monkeypatch)
    with pytest.raises(RecordingError, match=words):
        written(tmp_path / "film.mp4")
