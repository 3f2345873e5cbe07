"""``puzzler.record``: the command ``record`` for programs."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

import puzzler
from puzzler import Board, Limit, PuzzlerError, UnsolvableError, record, solve

NEAR = "1 2 3/4 0 6/7 5 8"


def frames(file: Path) -> int:
    with Image.open(io.BytesIO(file.read_bytes())) as image:
        assert max(image.size) == 48
        return getattr(image, "n_frames", 1)


def test_the_moves_are_those_of_the_result_of_the_text_or_of_a_search(tmp_path: Path) -> None:
    result = solve(NEAR, "blank-first")
    assert result.length
    sizes = []
    for name, arguments in {
        "result.png": (result,),
        "text.png": (NEAR, "".join(move.letter for move in result.moves), "blank-first"),
        "search.png": (NEAR, None, "blank-first"),
        "shorter.png": (result, result.moves[:1]),
    }.items():
        board, *others = arguments
        record(board, tmp_path / name, *others, pixels=48)  # type: ignore[arg-type]
        sizes.append((tmp_path / name).read_bytes())
    assert sizes[0] == sizes[1] == sizes[2] != sizes[3]


def test_the_options_change_the_animation(tmp_path: Path) -> None:
    file = tmp_path / "a.gif"
    pictures, moves = [], []
    for options in (
        {},
        {"theme": "light"},
        {"letters": True},
        {"labels": ("", *"ABCDEFGX")},
        {"loop": False},
        {"speed": 8},
        {"picture": "gems"},
        {"picture": "gems", "numbers": True},
    ):
        common = {"pixels": 48, "speed": 25, "on_progress": moves.append}
        record(NEAR, file, "D", **common | options)  # type: ignore[arg-type]
        assert frames(file) > 1
        pictures.append(file.read_bytes())
    assert len(set(pictures)) == len(pictures)
    assert max(moves) == 1


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((NEAR, "a.txt"), {}, "the suffix must be .gif, .png or .mp4, not '.txt'"),
        ((NEAR, "a.gif"), {"theme": "drak"}, "unknown theme 'drak'; did you mean dark"),
        ((NEAR, "a.gif"), {"pixels": 4}, "the board must have 48"),
        ((NEAR, "a.gif"), {"letters": True, "picture": "gems"}, "cannot be combined"),
        ((NEAR, "a.gif"), {"numbers": True}, "numbers requires a picture"),
        ((NEAR, "a.gif", "UUU"), {}, "move 2"),
        ((NEAR, "a.gif"), {"picture": "gone.png"}, "gone.png: file not found"),
    ],
)
def test_invalid_arguments_are_errors(
    arguments: tuple[str, ...], options: dict[str, object], message: str, tmp_path: Path
) -> None:
    board, name, *others = arguments
    with pytest.raises(PuzzlerError, match=message):
        record(board, tmp_path / name, *others, **options)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_boards_without_a_solution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnsolvableError):
        record("1 2 3/4 5 6/8 7 0", tmp_path / "a.gif")
    stopped = solve("8 6 7/2 5 4/3 0 1", algorithm="bfs", limit=Limit(expansions=5))
    with pytest.raises(PuzzlerError, match="the result has no solution"):
        record(stopped, tmp_path / "a.gif")
    monkeypatch.setattr("puzzler.window.export.recording.solve", lambda *_, **__: stopped)
    with pytest.raises(PuzzlerError, match="no solution within 10 s"):
        record(Board.parse("8 6 7/2 5 4/3 0 1"), tmp_path / "a.gif")
    assert "record" in puzzler.__all__
