"""Bad input to every reader: one clear line that says what is wrong and where, and exit status 2."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import puzzler
from puzzler.formats.registry import FORMATS
from tests.cli.bad_texts import BAD_TEXTS, Bad
from tests.cli.conftest import Run, Runner

ROOT = Path(puzzler.__file__).parents[1]
MOST_SECONDS = 1.0
MOST_BYTES = 100_000_000


def check(run: Run, bad: Bad) -> None:
    assert (run.status, run.out) == (2, "")
    (line,) = run.error.splitlines()
    where = [f"line {bad.line}"] if bad.line else []
    where += [f"column {bad.column}"] if bad.column else []
    assert line.startswith(f"puzzler: bad.txt: {', '.join(where)}{': ' if where else ''}")
    assert bad.words in line
    assert line.isprintable()


@pytest.mark.parametrize("bad", BAD_TEXTS, ids=lambda bad: f"{bad.form} {bad.text!r}")
def test_one_line_says_what_is_wrong_and_where(run: Runner, bad: Bad) -> None:
    Path("bad.txt").write_bytes(bad.text.encode())
    check(run("solve", "bad.txt"), bad)
    for command in (("convert", "--to", "grid"), ("review",)):
        check(run(command[0], "bad.txt", *command[1:]), bad)


def test_the_table_is_of_all_readers() -> None:
    assert len(BAD_TEXTS) >= 80
    counts = Counter(bad.form for bad in BAD_TEXTS)
    assert set(counts) == set(FORMATS)
    assert min(counts.values()) >= 4


@pytest.mark.parametrize("form", FORMATS)
def test_a_reader_that_is_named_says_what_is_wrong_too(run: Runner, form: str) -> None:
    for bad in BAD_TEXTS:
        Path("bad.txt").write_bytes(bad.text.encode())
        result = run("convert", "bad.txt", "--from", form, "--to", "grid", "--goal", "standard")
        if result.status == 2:  # in another format it may be right
            assert result.out == ""
            assert len(result.error.splitlines()) == 1
            assert result.error.startswith("puzzler: bad.txt: ")
        else:
            assert result.status == 0


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe1\x00 \x002\x00", "line 1, column 1: byte 0xff is not UTF-8 text"),
        (b"1 2\n3 \xe9", "line 2, column 3: byte 0xe9 is not UTF-8 text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "line 1, column 1: byte 0x89 is not UTF-8 text"),
        (b"\0" * 2_000_000, "line 1, column 1: "),
        (b"1 " * 1_000_000, "line 1, column 21: tile '1' is one too many"),
        (b" " * 2_000_000, "larger than 1,048,576 bytes"),
        (b"\n" * 2_000_000, "larger than 1,048,576 bytes"),
        (b"#" * 2_000_000, "larger than 1,048,576 bytes"),
        (b"URDL" * 500_000, ""),
        (b"1,2," * 500_000, ""),
        (b"3\n" + b"1 2 3\n" * 300_000, ""),
        (b"4x4\n" + b"U " * 700_000, ""),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_noise_is_refused_in_little_time_and_memory(
    tmp_path: Path, data: bytes, words: str
) -> None:
    (tmp_path / "bad.txt").write_bytes(data)
    process = subprocess.Popen(
        [sys.executable, "-m", "puzzler", "solve", "bad.txt"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        out, error = process.stdout.read(), process.stderr.read()
    if hasattr(os, "wait4"):
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        # of the processor, so that a busy machine makes no difference
        assert used.ru_utime + used.ru_stime < MOST_SECONDS
        scale = 1 if sys.platform == "darwin" else 1024
        assert used.ru_maxrss * scale < MOST_BYTES
    else:
        process.wait()
    assert (process.returncode, out) == (2, "")
    (line,) = error.splitlines()
    assert line.startswith("puzzler: bad.txt: ")
    assert words in line
    assert len(line) < 500


def test_a_list_goes_on_behind_a_bad_line(run: Runner) -> None:
    lines = "1 2/0 3\n1 2/0 x\n\n# fine\n7 x 1 2 3 0\n2 1 1 2 0 3\n4x4#1\n1 2 3 9\n"
    result = run("solve", "-", "--batch", "--json", stdin=lines)
    assert result.status == 2
    assert [answer["id"] for answer in result.answers] == [None, "2"]
    assert [line.partition(": ")[2].partition(" ")[0] for line in result.error.splitlines()] == [
        "standard"
    ] * len(result.error.splitlines())
    places = [line.split(": ")[2] for line in result.error.splitlines()]
    assert places == [
        "line 2, column 7",
        "line 5, column 3",
        "line 7, column 1",
        "line 8, column 7",
    ]
