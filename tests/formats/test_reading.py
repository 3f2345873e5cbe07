"""Sources of texts and errors of reading."""

from __future__ import annotations

import io
import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board
from puzzler.formats import reading
from puzzler.formats.reading import Line, ListError, ReadingError, find_source

SOLVED = Board.solved(3, 3)
TEXT = "1 2 3/4 5 6/7 8 0"


def read(argument: str, standard_input: bytes | None = None) -> Board:
    stream = None if standard_input is None else io.BytesIO(standard_input)
    return find_source(argument, stream).read().start


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "1,2,3/4,5,6/7,8,_",
        "1 2 3\n4 5 6\n7 8 *\n",
        "123456780",
        "[[1,2,3],[4,5,6],[7,8,0]]",
        "(1 2 3)(4 5 6)(7 8 0)",
    ],
)
def test_the_argument_can_be_the_text(text: str) -> None:
    assert read(text) == SOLVED


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"1 2 3\n4 5 6\n7 8 0\n",
        b"1 2 3\r\n4 5 6\r\n7 8 0\r\n",
        b"1 2 3\r4 5 6\r7 8 0",
        b"\xef\xbb\xbf1 2 3\n4 5 6\n7 8 0",
        "# fünf\n1 2 3\n4 5 6\n7 8 0".encode(),
    ],
)
def test_a_file_and_standard_input_are_read(folder: Path, data: bytes) -> None:
    (folder / "board").write_bytes(data)
    assert read("board") == SOLVED
    assert read(str(folder / "board")) == SOLVED
    assert read("-", data) == SOLVED


def test_hexadecimal_digits_are_a_board_unless_a_file_has_that_name(folder: Path) -> None:
    assert read("123456789ABCDEF0") == Board.solved(4, 4)
    with pytest.raises(ReadingError, match="'123456789ABCDEF' has 15 digits"):
        read("123456789ABCDEF")
    (folder / "123456789ABCDEF0").write_text(TEXT, encoding="utf-8")
    assert read("123456789ABCDEF0") == SOLVED


def test_an_existing_file_is_read_independent_of_its_name(folder: Path) -> None:
    (folder / "1 2").write_text(TEXT, encoding="utf-8")
    assert read("1 2") == SOLVED


@pytest.mark.parametrize(
    "name", ["8puzzle.txt", "no/such/folder", "my board.txt", "./x y", "~/x", "/no such/file"]
)
@pytest.mark.usefixtures("folder")
def test_a_missing_file_is_an_error(name: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read(name)
    assert str(caught.value) == f"{name}: file not found"


@pytest.mark.parametrize("argument", ["solvd", "abc", "\0", "\0/x", "x" * 5000, "12x"])
def test_other_arguments_are_errors(argument: str) -> None:
    with pytest.raises(ReadingError, match="neither an existing file nor a board"):
        read(argument)


def test_a_board_on_several_lines_is_no_path() -> None:
    assert find_source("/1 y\n3 0").name == "BOARD"
    assert find_source("/1 y 3 0").name == "/1 y 3 0"


def test_unprintable_letters_in_an_argument_are_escaped() -> None:
    assert find_source("a\x1b.txt").name == "'a\\x1b.txt'"
    with pytest.raises(ReadingError, match=r"BOARD: line 1, column 7: '\?' is not a tile"):
        read("1 2/0 \udcff")


def test_text_that_is_not_utf_8_is_rejected(folder: Path) -> None:
    (folder / "latin").write_bytes("1 2\n# für\n".encode("latin-1"))
    with pytest.raises(ReadingError) as caught:
        read("latin")
    assert str(caught.value) == "latin: line 2, column 4: byte 0xfc is not UTF-8 text"


def test_a_folder_and_an_unreadable_file_are_errors(folder: Path) -> None:
    with pytest.raises(ReadingError, match="this is a folder, not a file"):
        read(str(folder))
    locked = folder / "locked"
    locked.write_text(TEXT, encoding="utf-8")
    locked.chmod(0)
    if os.access(locked, os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(ReadingError, match="locked: no permission to read it"):
        read("locked")


def test_standard_input_remains_open() -> None:
    stream = io.BytesIO(TEXT.encode())
    find_source("-", stream).read()
    assert not stream.closed


def test_empty_or_closed_standard_input_is_an_error() -> None:
    with pytest.raises(ReadingError, match="standard input: there is no board"):
        read("-", b"")
    with pytest.raises(ReadingError, match="standard input: it is closed"):
        read("-")


def test_an_error_of_a_stream_is_reported() -> None:
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, _: object) -> int:
            raise OSError(5, "Input/output error")

    with pytest.raises(ReadingError, match="cannot be read: Input/output error"):
        find_source("-", io.BufferedReader(Broken())).read()


@pytest.mark.parametrize("kind", ["bytes", "digits", "lines", "zeros"])
def test_megabytes_of_noise_are_an_error_of_one_line(folder: Path, kind: str) -> None:
    """Only the first megabyte is read."""
    size = 3_000_000
    noise = {
        "bytes": lambda: random.Random(1).randbytes(size),
        "digits": lambda: b"1 2 3 4\n" * (size // 8),
        "lines": lambda: b"\n" * size,
        "zeros": lambda: b"\0" * size,
    }[kind]()
    (folder / "noise").write_bytes(noise)
    for source in (find_source("noise"), find_source("-", io.BytesIO(noise))):
        with pytest.raises(ReadingError) as caught:
            source.read()
        assert len(str(caught.value).splitlines()) == 1
        assert str(caught.value).startswith(f"{source.name}: ")


def test_a_character_at_the_size_limit_is_not_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 10)
    with pytest.raises(ReadingError, match="larger than 10 bytes"):
        read("-", "# 12345678ü".encode())
    assert read("-", b"1 2/3 0   ") == Board.solved(2, 2)
    stream = io.BytesIO(b" " * 100)
    with pytest.raises(ReadingError, match="larger than 10 bytes"):
        find_source("-", stream).read()
    assert stream.tell() == 11
    # an error at the start, and a list, are recognized without the rest
    with pytest.raises(ReadingError, match="line 1, column 3: 'y' is not a tile"):
        read("-", b"1 y/0 3" + b" " * 50)
    monkeypatch.setattr(reading, "MAX_BYTES", 20)
    with pytest.raises(ListError, match="contains several boards"):
        read("-", b"1 2/0 3\n" * 9)


@given(st.binary())
def test_any_bytes_are_a_board_or_an_error_of_one_line(data: bytes) -> None:
    try:
        read("-", data)
    except ReadingError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017 - both ways are right


def lines(data: bytes) -> list[Line]:
    return list(find_source("-", io.BytesIO(data)).lines())


def test_a_list_of_boards_is_read() -> None:
    data = b"# two\r\n1 2/3 0\r\n\r\n  2 1/3 0  # odd\n#\n1 2/0 3"
    assert lines(data) == [Line(2, "1 2/3 0"), Line(4, "  2 1/3 0"), Line(6, "1 2/0 3")]


def test_a_list_is_read_line_by_line() -> None:
    read_end, write_end = os.pipe()
    with open(read_end, "rb") as stream, open(write_end, "wb", buffering=0) as sender:  # noqa: PTH123
        answers = find_source("-", stream).lines()
        sender.write(b"1 2/3 0\n")
        assert next(answers).text == "1 2/3 0"  # the pipe is open
        sender.write(b"1 2/0 3\n")
        assert next(answers).text == "1 2/0 3"


def test_an_error_in_a_list_has_its_line() -> None:
    source = find_source("-", io.BytesIO(b"1 2/3 0\n  1 1/2 3\n"))
    _, wrong = source.lines()
    with pytest.raises(ReadingError) as caught:
        source.read_line(wrong)
    assert str(caught.value) == (
        "standard input: line 2, column 5: tile 1 appears twice, first at column 3; "
        "the blank is missing"
    )


def test_a_binary_line_does_not_end_the_list() -> None:
    first, wrong, last = lines(b"1 2/3 0\n1 \xff\n0 1/2 3\n")
    assert (first.fault, last.fault, last.number) == (None, None, 3)
    assert str(wrong.fault) == "standard input: line 2, column 3: byte 0xff is not UTF-8 text"


def test_a_list_that_starts_with_other_bytes_is_an_error() -> None:
    with pytest.raises(ReadingError, match="line 1, column 3: byte 0xff is not UTF-8 text"):
        lines(b"1 \xff\n1 2/3 0\n")


def test_comments_above_boards_apply_to_all_boards_below() -> None:
    read_lines = lines(b"# goal: snail\n# two\n# moves: tile\n1 2/3 0 # goal: standard\n1 2/0 3\n")
    assert [line.header for line in read_lines] == ["# goal: snail\n# moves: tile"] * 2


def test_a_very_long_line_is_skipped() -> None:
    read_lines = lines(b"9" * 1_000_000 + b"\n1 2/3 0\n")
    assert [line.number for line in read_lines] == [1, 2]
    assert len(read_lines[0].text) == reading.LONGEST_LINE
    assert "65,536 bytes" in str(read_lines[0].fault)
    assert read_lines[1].text == "1 2/3 0"


def test_a_long_line_ends_within_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST_LINE", 16)
    monkeypatch.setattr(reading, "MAX_BYTES", 64)
    for line, end in ((b"9" * 63, b"\n1 2/3 0"), (b"9" * 40, b"")):
        wrong, *others = lines(line + end)
        assert wrong.fault is not None and len(others) == bool(end)
    with pytest.raises(ReadingError, match="line 1: no line end within 64 bytes"):
        lines(b"9" * 64 + b"\n1 2/3 0")


def test_a_mark_of_the_byte_order_is_skipped_at_the_start_only() -> None:
    assert lines(b"\xef\xbb\xbf1 2/3 0\n") == [Line(1, "1 2/3 0")]
    wrong = lines(b"1 2/3 0\n\xff\xfe1\n")[1]
    assert str(wrong.fault) == "standard input: line 2, column 1: byte 0xff is not UTF-8 text"


def test_a_list_in_utf_16_is_read_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    data = "\ufeff1 2/3 0\n1 2/0 3\n".encode("utf-16-le")
    assert [line.text for line in lines(data)] == ["1 2/3 0", "1 2/0 3"]
    monkeypatch.setattr(reading, "MAX_UTF_16", 14)
    stream = io.BytesIO(data)
    assert next(find_source("-", stream).lines()).text == "1 2/3 0"
    assert stream.tell() < len(data)  # half a letter remains


@pytest.mark.parametrize("line", [b"\n", b"#\n", b"  # nothing\r\n"])
def test_a_list_without_boards_is_read_to_a_limit(line: bytes) -> None:
    with pytest.raises(ReadingError, match="no board in the first 10,000 lines"):
        lines(line * 300_000)
    header = line * reading.MAX_EMPTY_LINES
    assert [read.text for read in lines(header[len(line) :] + b"1 2/3 0\n" + header * 2)] == [
        "1 2/3 0"
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"1 2/3 0\n1 2/0 3\n",
        b"# two\n\n1 2/3 0 # first\n8 1 2/3 4 5/6 7 0\nnoise",
        b"1 57 13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2\n2 55 10 5 1 0\n",
        b"867254301\n123456708\n",
        b"[[1,2],[3,0]]\n\n[[1,2],[0,3]]\n",
        b"1 2/0 3\n1 y/2 3\n",
        b"1 y/2 3\n1 2/0 3\n",
        b"7 22 1 2 3 4 5 6 7 8 0\nnoise\n",
    ],
)
def test_a_list_instead_of_a_single_board_is_rejected(data: bytes) -> None:
    with pytest.raises(ListError, match="standard input: contains several boards"):
        read("-", data)


@pytest.mark.parametrize(
    "data",
    [
        *(b"1 2/3 0\n4", b"1 2/3 0\n4 5 6", b"1 2\n3 3\n", b"x\ny", b"1 9 1 2 3 0 x\n"),
        b"7 1 2 3 4 5 6 7 8 0\nnoise\n",
        b"1 2 3 0/\n4 5 6 7/\n8 9 10 11/\n12 13 14 y",
    ],
)
def test_a_text_that_is_not_a_list_is_an_invalid_board(data: bytes) -> None:
    with pytest.raises(ReadingError) as caught:
        read("-", data)
    assert not isinstance(caught.value, ListError)


@pytest.mark.parametrize(
    "board",
    [
        "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15",
        "1 2 3 4 5 6 7 0 8",
    ],
)
def test_a_board_followed_by_invalid_moves_is_not_a_list(folder: Path, board: str) -> None:
    (folder / "play").write_text(f"{board}\nRRRR\n")
    with pytest.raises(ReadingError, match=r"play: line 2, column 2: .*move 2 \(R\) is not"):
        find_source("play").read()


def test_carriage_returns_end_lines(folder: Path) -> None:
    lines = [f"{number} 1 2 0 3" for number in range(20_000)]
    (folder / "old").write_bytes("\r".join(lines).encode() + b"\r")
    assert [(line.number, line.text) for line in find_source("old").lines()] == [
        *enumerate(lines, 1)
    ]
    assert read("-", b"1 2 3\r4 5 0") == Board.solved(2, 3)


def test_a_text_that_is_too_large_ends_with_a_complete_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 10)
    file = tmp_path / "boards.txt"
    file.write_bytes(b"1 2/3 0\n1 2/0 3\n")
    assert find_source(str(file)).text() == "1 2/3 0\n"
    file.write_text("123456789üü", encoding="utf-8")  # the limit divides a letter
    assert find_source(str(file)).text() == "123456789"
    monkeypatch.setattr(reading, "MAX_BYTES", 13)
    assert find_source(str(file)).text(limit=13) == "123456789üü"
    with pytest.raises(ReadingError, match="larger than 12 bytes"):
        find_source(str(file)).text(limit=12)
