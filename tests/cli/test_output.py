"""Destinations of results, messages and exit statuses, without commands."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.cli import output
from puzzler.cli.output import ExitStatus, Output, escape_controls, notify

CONTROLS = {
    *(*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0)),
    *(0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)),
    *range(0xD800, 0xE000),
}
"""Characters that control a terminal, the order of letters or the ends of lines."""
STATUSES = (
    ExitStatus.SOLVED,
    ExitStatus.LIMIT,
    ExitStatus.UNSOLVABLE,
    ExitStatus.BAD_INPUT,
    ExitStatus.CANCELLED,
    ExitStatus.BROKEN_PIPE,
)
BOARD = "1 2 3/4 5 6/7 8 0"


@contextmanager
def raising(error: type[BaseException] | None) -> Iterator[None]:
    """Context manager: raise the error at the end."""
    yield
    if error is not None:
        raise error


def test_exactly_the_control_characters_are_escaped() -> None:
    letters = list(map(chr, range(0x10000)))
    expected = [ascii(each)[1:-1] if ord(each) in CONTROLS else each for each in letters]
    assert escape_controls("".join(letters)) == "".join(expected)


def test_a_message_is_a_short_line_on_standard_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    notify("a\nb\u2028c")
    notify("x" * 5000)
    first, second = capsys.readouterr().err.splitlines()
    assert first == "puzzler: a b c"
    assert len(second) == len("puzzler: ") + output.LONGEST_LINE
    monkeypatch.setattr(sys, "stderr", None)
    notify("nobody reads it")
    assert capsys.readouterr().out == ""


def test_the_worst_status_counts() -> None:
    for milder, worse in pairwise(STATUSES):
        assert output.worst_status(milder, worse) is output.worst_status(worse, milder) is worse
    answers = {"a": STATUSES[3], "b": ExitStatus.CANCELLED, "c": STATUSES[0]}
    asked = list[str]()
    assert output.worst_of_each(answers, lambda name: asked.append(name) or answers[name]) == 130
    assert asked == ["a", "b"]


@pytest.mark.parametrize("is_written", [True, False])
@pytest.mark.parametrize("error", [None, KeyboardInterrupt, BoardError, RuntimeError])
def test_results_before_ctrl_c_or_bad_input_are_kept(
    tmp_path: Path, error: Any, is_written: bool
) -> None:
    file = tmp_path / "file"
    file.write_text("old\n")
    with suppress(KeyboardInterrupt, BoardError, RuntimeError), Output(file) as out:
        if is_written:
            out.write("new")
        if error is not None:
            raise error("the reason")
    kept = "new\n" if is_written else "" if error is None else "old\n"
    assert file.read_text() == ("old\n" if error is RuntimeError else kept)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("error", "expected"),
    [(None, PuzzlerError), (KeyboardInterrupt, PuzzlerError), (RuntimeError, RuntimeError)],
)
def test_a_failure_at_the_end_is_reported_unless_there_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Any, expected: type[Exception]
) -> None:
    @contextmanager
    def broken(_: Path) -> Iterator[io.BytesIO]:
        try:
            yield io.BytesIO()
        finally:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("puzzler.resources.replacing", broken)
    out = Output(tmp_path / "file")
    out.is_empty = False
    with pytest.raises(expected), out, raising(error):
        pass


@pytest.mark.parametrize("file", [None, Path("-")])
def test_a_full_disk_at_standard_output_is_named(
    monkeypatch: pytest.MonkeyPatch, file: Path | None
) -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, "No space left")

    monkeypatch.setattr(sys, "stdout", Full())
    message = "^standard output: cannot be written: No space left$"
    with pytest.raises(PuzzlerError, match=message), Output(file) as out:
        out.write("a line")


def test_a_closed_standard_output_can_be_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull, "w") as stream:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdout", stream)
    output.drop_output()


def test_a_file_needs_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PuzzlerError, match=r"folder '.*file' not found"):
        Output(tmp_path / "file" / "inner")


def test_colors_and_width_follow_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    assert (Output().has_colors, Output().columns) == (False, output.WIDEST)
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    assert (Output().has_colors, Output().columns) == (True, 30)
    Output().show_labelled([("a", "strong"), ("b", "plain")], 2, "a")
    shown = capsys.readouterr().out
    assert "\x1b[1mstrong" in shown and "\x1b[1mplain" not in shown


def test_boards_and_words_are_not_wrapped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    for columns in ("14", "2"):
        monkeypatch.setenv("COLUMNS", columns)
        lines = [("board", BOARD), ("goal", BOARD), ("time", "one two four three-four")]
        Output().show_labelled(lines, 6, "")
        board, goal, *words = capsys.readouterr().out.splitlines()
        assert (board, goal) == (f"board {BOARD}", f"goal  {BOARD}")
        texts = ["one two", "four"] if columns == "14" else ["one", "two", "four"]
        assert words == [f"time  {texts[0]}", *(f"      {text}" for text in texts[1:]), words[-1]]
        assert words[-1] == "      three-four"
