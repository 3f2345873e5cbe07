"""``puzzler record``: its files, the source of the moves, and invalid options."""

from __future__ import annotations

import io
import os
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
import pytest
from PIL import Image

from tests.cli.conftest import Runner
from tests.cli.test_solve import bad
from tests.window.export.gif_file import parse_gif

NEAR = "1 2 3/4 0 6/7 5 8"
SMALL = ("--pixels", "48")


def frames(file: Path) -> int:
    return len(parse_gif(file.read_bytes()).frames)


def test_a_solution_is_found_and_recorded(run: Runner, tmp_path: Path) -> None:
    done = run("record", NEAR, "out.gif")
    assert (done.status, done.error) == (0, "")
    assert done.out.startswith("out.gif: 2 moves, 4.0 s, ")
    assert parse_gif((tmp_path / "out.gif").read_bytes()).size == (480, 480)
    assert not pygame.display.get_init()


def test_given_moves_are_recorded(run: Runner, tmp_path: Path) -> None:
    assert run("record", NEAR, "out.gif", *SMALL, "--moves", "U2 D").status == 2
    done = run("record", NEAR, "out.gif", *SMALL, "--moves", "UDUDU")
    assert (done.status, done.out.partition(",")[0]) == (0, "out.gif: 5 moves")
    assert frames(tmp_path / "out.gif") == 26


def test_the_moves_of_a_file_are_recorded_unless_a_method_is_named(
    run: Runner, tmp_path: Path
) -> None:
    (tmp_path / "played.txt").write_text(f"{NEAR}\nmoves: blank\nUDDR\n")
    assert run("record", "played.txt", "out.gif", *SMALL).out.startswith("out.gif: 4 moves")
    done = run("record", "played.txt", "OUT.GIF", *SMALL, "--optimal")
    assert done.out.startswith("OUT.GIF: 2 moves")


def test_a_picture_has_one_board_or_every_board(run: Runner, tmp_path: Path) -> None:
    done = run("record", NEAR, "out.png", "--moves", "")
    assert (done.status, done.out.partition(",")[0]) == (0, "out.png: 0 moves")
    with Image.open(tmp_path / "out.png") as image:
        assert image.size == (480, 480)
    assert run("record", NEAR, "out.png").status == 0
    with Image.open(tmp_path / "out.png") as image:
        assert image.size == (480, 181)


@pytest.mark.parametrize(
    "options",
    [
        ("--theme", "light"),
        ("--theme", "okabe-ito", "--letters"),
        ("--picture", "lagoon"),
        ("--picture", "lagoon", "--numbers"),
        ("--no-loop",),
        ("--speed", "16"),
        ("--goal", "blank-first", "--moves", "UL"),
    ],
)
def test_the_recording_has_the_requested_look(
    run: Runner, tmp_path: Path, options: tuple[str, ...]
) -> None:
    assert run("record", NEAR, "plain.gif", *SMALL).status == 0
    done = run("record", NEAR, "out.gif", *SMALL, *options)
    assert (done.status, done.error) == (0, "")
    plain, other = (tmp_path / name for name in ("plain.gif", "out.gif"))
    assert plain.read_bytes() != other.read_bytes()


def test_letters_on_tiles_are_drawn(run: Runner, tmp_path: Path) -> None:
    assert run("record", "A B C/D _ F/G E H", "out.gif", *SMALL).status == 0
    assert run("record", NEAR, "numbers.gif", *SMALL).status == 0
    assert (tmp_path / "out.gif").read_bytes() != (tmp_path / "numbers.gif").read_bytes()


def test_a_board_that_cannot_be_solved_is_not_recorded(run: Runner, tmp_path: Path) -> None:
    done = run("record", "1 2 3/4 5 6/8 7 0", "out.gif")
    assert (done.status, done.out) == (3, "")
    assert not list(tmp_path.iterdir())
    # but given moves are recorded
    assert run("record", "1 2 3/4 5 6/8 7 0", "out.gif", *SMALL, "--moves", "LRU").status == 0


def test_a_limit_without_a_solution_is_reported(run: Runner, tmp_path: Path) -> None:
    done = run("record", "8 6 7/2 5 4/3 0 1", "out.gif", "--algorithm", "bfs", "--node-limit", "9")
    assert (done.status, done.out) == (1, "")
    assert "not recorded" in done.error
    assert not list(tmp_path.iterdir())


BAD = [
    (("out.webm",), (".gif, .png or .mp4", "'.webm'")),
    (("out",), ("out: ", "''")),
    (("gone/out.gif",), ("folder 'gone'",)),
    (("folder.gif",), ("this is a folder",)),
    (("out.gif", "--pixels", "47"), ("is not a whole number from 48 to 2,160",)),
    (("out.gif", "--pixels", "2161"), ("is not a whole number from 48 to 2,160",)),
    (("out.gif", "--pixels", "big"), ("'big'",)),
    (("out.gif", "--speed", "26"), ("is not a number from 0.1 to 25",)),
    (("out.gif", "--speed", "0.05"), ("is not a number from 0.1 to 25",)),
    (("out.gif", "--speed", "\u0664"), ("is not a number from 0.1 to 25",)),
    (("out.gif", "--speed", "1_0"), ("is not a number from 0.1 to 25",)),
    (("out.gif", "--speed", "0"), ("is not a number from 0.1 to 25",)),
    (("out.gif", "--theme", "pink"), ("'pink'", "dark, light, okabe-ito")),
    (("out.gif", "--picture", "lagoon", "--letters"), ("letters cannot be combined",)),
    (("out.gif", "--numbers"), ("numbers requires a picture",)),
    (("out.gif", "--moves", "X"), ("--moves", "column 1", "'X'")),
    (("out.gif", "--moves", "UU"), ("--moves",)),
    (("out.gif", "--moves", "U", "--optimal"), ("--moves cannot be combined",)),
    (("out.png", "--speed", "4"), ("--speed requires an animation",)),
    (("out.png", "--no-loop"), ("--loop requires a GIF",)),
    (("out.png", "--pixels", "2160", "--moves", "UDUDUDUDUDUD"), ("the limit is 40 million",)),
]  # fmt: skip


@pytest.mark.parametrize(("options", "words"), BAD)
def test_invalid_options_give_an_error_of_one_line(
    run: Runner, tmp_path: Path, options: tuple[str, ...], words: tuple[str, ...]
) -> None:
    (tmp_path / "folder.gif").mkdir()
    bad(run("record", NEAR, *options), *words)
    assert [file.name for file in tmp_path.iterdir()] == ["folder.gif"]


def test_without_ffmpeg_there_is_no_search(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    bad(run("record", NEAR, "out.mp4"), "ffmpeg, which is not installed", "save a GIF")


def test_an_existing_file_is_unchanged_if_nothing_is_recorded(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "out.gif"
    file.write_bytes(b"before")
    bad(run("record", NEAR, "out.gif", "--moves", "RR"), "--moves")
    assert file.read_bytes() == b"before"
    assert run("record", NEAR, "out.gif", *SMALL, "--moves", "R").status == 0
    with Image.open(io.BytesIO(file.read_bytes())) as image:
        assert image.size == (48, 48)


def test_ctrl_c_leaves_no_file(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(film: object, suffix: str, stream: io.BufferedWriter, report: object) -> None:
        stream.write(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr("puzzler.window.export.recording.write_film", stop)
    done = run("record", NEAR, "out.gif", "--moves", "R")
    assert (done.status, done.out) == (130, "")
    assert not list(tmp_path.iterdir())
