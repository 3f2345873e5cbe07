"""Bad input to every reader: one clear line says what is wrong and where; exit status 2."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from puzzler.formats.registry import FORMATS
from tests.cli.conftest import Run, Runner
from tests.formats.bad_texts import BAD_TEXTS, Bad
from tests.programs import finished

MOST_BYTES = 100_000_000
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
    (b"\xff\xfe1\x00 \x002\x00", "line 1, column 1: byte 0xff is not UTF-8 text"),
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


def check(run: Run, bad: Bad) -> None:
    assert (run.status, run.out) == (2, "")
    (line,) = run.error.splitlines()
    where = [f"line {bad.line}"] if bad.line else []
    where += [f"column {bad.column}"] if bad.column else []
    assert line.startswith(f"puzzler: bad.txt: {', '.join(where)}{': ' if where else ''}")
    assert bad.words in line
    assert line.isprintable()


@pytest.mark.parametrize("command", ["solve", "convert", "review", "compare", "trace", "play"])
def test_one_line_says_what_is_wrong_and_where(run: Runner, command: str) -> None:
    options = ("--to", "grid") if command == "convert" else ()
    for bad in BAD_TEXTS[::8]:  # tests/formats has all of them
        Path("bad.txt").write_bytes(bad.text.encode())
        check(run(command, "bad.txt", *options), bad)


def test_the_table_is_of_all_readers() -> None:
    assert len(BAD_TEXTS) >= 80
    counts = Counter(bad.form for bad in BAD_TEXTS)
    assert set(counts) == set(FORMATS)
    assert min(counts.values()) >= 3


def test_noise_is_refused_in_little_memory(tmp_path: Path) -> None:
    files = [tmp_path / f"bad{number}.txt" for number in range(len(NOISE))]
    for file, (data, _) in zip(files, NOISE, strict=True):
        file.write_bytes(data)
    # a shell looks on: what this process has forked would be as large as this one
    done = finished(["sh", "-c", '"$@"; exit $?', "sh", sys.executable, "-c", MANY, *files])
    assert done.returncode == 0, done.stderr
    assert int(done.stdout or 0) < MOST_BYTES
    for line, file, (_, words) in zip(done.stderr.splitlines(), files, NOISE, strict=True):
        assert line.startswith(f"puzzler: {file}: ")
        assert words in line and len(line) < 500
