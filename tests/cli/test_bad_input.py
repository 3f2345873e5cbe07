"""Bad input: every reader prints one line with reason and position and exits with status 2."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from puzzler.cli.output import escape_controls
from puzzler.formats.registry import FORMATS
from tests.cli.conftest import Run, Runner
from tests.formats.bad_texts import BAD_TEXTS, Bad
from tests.programs import run_command

MAX_BYTES = 100_000_000
MANY = """
import sys
from puzzler.cli.app import main
for file in sys.argv[1:]:
    assert main(["solve", file]) == 2
try:
    import resource
except ImportError:
    sys.exit()
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(most * (1 if sys.platform == "darwin" else 1024))
"""
NOISE = [
    (b"\xff\xfe1\x00 \x002\x00", "only one row"),
    (b"1 2\n3 \xe9", "line 2, column 3: byte 0xe9 is not UTF-8 text"),
    (b"\0" * 1_100_000, "line 1, column 1: "),
    (b"1 " * 550_000, "line 1, column 21: tile '1' is one too many"),
    (b" " * 1_100_000, "larger than 1,048,576 bytes"),
    (b"#" * 1_100_000, "larger than 1,048,576 bytes"),
    (b"URDL" * 275_000, ""),
    (b"1,2," * 275_000, ""),
    (b"3\n" + b"1 2 3\n" * 190_000, ""),
    (b"4x4\n" + b"U " * 550_000, ""),
]

ESCAPE = "\x1b[31m"
LESSON = """
title = "a\\u001b[31m" # a comment
summary = "\\u009b2J"
[[step]]
title = "\\u001b]0;x\\u0007"
text = "one\\u202e {length} {moves}"
board = "1 2 3/4 5 6/7 0 8"
[step.runs."r\\u001b[31m"]
algorithm = "bfs"
[step.claims]
length = 1
moves = "\\u001b[2J"
"""


def check(run: Run, bad: Bad) -> None:
    assert (run.status, run.out) == (2, "")
    (line,) = run.error.splitlines()
    where = [f"line {bad.line}"] if bad.line else []
    where += [f"column {bad.column}"] if bad.column else []
    assert line.startswith(f"puzzler: bad.txt: {', '.join(where)}{': ' if where else ''}")
    assert bad.words in line
    assert line.isprintable()


@pytest.mark.parametrize("command", ["solve", "convert", "review", "compare", "trace", "play"])
def test_bad_input_is_an_error_of_one_line_with_reason_and_position(
    run: Runner, command: str
) -> None:
    options = ("--to", "grid") if command == "convert" else ()
    for bad in BAD_TEXTS[::8]:  # tests/formats tests all of them
        Path("bad.txt").write_bytes(bad.text.encode())
        check(run(command, "bad.txt", *options), bad)


def test_the_table_contains_all_readers() -> None:
    assert len(BAD_TEXTS) >= 80
    counts = Counter(bad.form for bad in BAD_TEXTS)
    assert set(counts) == set(FORMATS)
    assert min(counts.values()) >= 3


def test_noise_is_rejected_with_little_memory(tmp_path: Path) -> None:
    files = [tmp_path / f"bad{number}.txt" for number in range(len(NOISE))]
    for file, (data, _) in zip(files, NOISE, strict=True):
        file.write_bytes(data)
    # started by a shell, because a fork of this process would be as large as this process
    done = run_command(["sh", "-c", '"$@"; exit $?', "sh", sys.executable, "-c", MANY, *files])
    assert done.returncode == 0, done.stderr
    assert int(done.stdout or 0) < MAX_BYTES
    for line, file, (_, words) in zip(done.stderr.splitlines(), files, NOISE, strict=True):
        assert line.startswith(f"puzzler: {file}: ")
        assert words in line and len(line) < 500


def test_control_characters_in_input_are_escaped(run: Runner) -> None:
    name, solved = f"a{ESCAPE}.toml", "1 2 3/4 5 6/7 0 8"
    Path(name).write_text(LESSON)
    Path(f"{ESCAPE}.txt").write_text("1 2 x")
    for line in (
        *(("lesson", name, way) for way in ("--check", "--text")),
        *(("lesson", name, "--html", where) for where in ("-", f"no{ESCAPE}/x")),
        *(("solve", file) for file in (f"{ESCAPE}.txt", f"no{ESCAPE}.txt", f"{ESCAPE}1 2")),
        *(("solve", solved, option, ESCAPE) for option in ("--goal", "--algorithm", f"--{ESCAPE}")),
        ("solve", solved, "--json", "-o", f"no{ESCAPE}/x"),
        ("solve", solved, "--as", "42", "--figures", f"no{ESCAPE}/x"),
        ("record", solved, f"{ESCAPE}.png"),
        ("compare", solved, "--methods", f"bfs,{ESCAPE}"),
        ("--log-level", "INFO", "convert", f"{ESCAPE}.txt", "--to", "grid"),
    ):
        done = run(*line)
        output = done.out + done.error
        assert output and escape_controls(output) == output, line


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_without_data_is_read_until_the_limit(run: Runner) -> None:
    os.mkfifo("pipe.toml")
    for command in ("solve", "trace"):
        done = run(command, "pipe.toml", "--time-limit", "0.2")
        assert (done.status, done.out) == (1, "")
        assert done.error.endswith("stopped after 0.2 s (--time-limit)\n")
    assert run("lesson", ".", "--check").error == (
        "puzzler: .: has no lessons (files that end in .toml)\n"
    )
