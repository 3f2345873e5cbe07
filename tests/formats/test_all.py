"""Every format: written text is read back, and only by this format."""

from __future__ import annotations

import re
import string
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzler.board import GOALS, Board, BoardError
from puzzler.formats import blocks, board_list, registry, rows, scramble, share
from puzzler.formats.format import Contents
from puzzler.formats.moves import write_moves
from tests.board.boards import boards
from tests.formats.bad_texts import BAD_TEXTS, Bad

GOAL_OF = {name: form.goals[0] for name, form in registry.FORMATS.items() if form.goals}
SQUARE = ("princeton", "42", "columbia")
SAME_SHAPE = (
    {"princeton", "42"},
    {"42", "grid"},
    {"columbia", "grid"},
    {"columbia", "list"},
)
"""Formats that read the same files with different goals."""
MINE = tuple(
    name
    for name, form in registry.FORMATS.items()
    if form.write is not None and name not in ("share", "scramble", "list")
)
"""The formats that write boards without moves."""


@st.composite
def examples(draw: st.DrawFn) -> tuple[str, Contents]:
    name = draw(st.sampled_from(MINE))
    start = draw(boards(7 if name == "letters" else 10))
    if name in SQUARE:
        side = draw(st.integers(2, 10))
        start = Board(side, side, tuple(draw(st.permutations(range(side * side)))))
    goal = draw(st.permutations(range(len(start.tiles))))
    labels = weight = None
    if name in GOAL_OF:
        goal = GOALS[GOAL_OF[name]](*start.size).tiles
    elif name == "weighted":
        weight = draw(st.integers(0, 1_000_000)) / 1000
    elif name == "letters":
        letters = st.sampled_from(string.ascii_letters + "äßéλЖ")
        count = len(start.tiles) - 1
        chosen = draw(st.lists(letters, unique=True, min_size=count, max_size=count))
        labels = ("", *sorted(chosen))
    return name, Contents(
        start=start, goal=Board(*start.size, tuple(goal)), labels=labels, weight=weight
    )


@given(examples())
def test_written_text_is_read_back(example: tuple[str, Contents]) -> None:
    name, contents = example
    write = registry.find_format(name).write
    assert write is not None
    text = write(contents)
    for read in (registry.read(text), registry.read(text, name), registry.read(text + "\n")):
        assert read.form == name
        assert (read.start, read.goal_or_standard) == (contents.start, contents.goal_or_standard)
        assert (read.labels, read.weight) == (contents.labels, contents.weight)
        assert write(read) == text
    # other formats reject the text or read the same, except formats with similar files
    for other in registry.FORMATS:
        try:
            read = registry.read(text, other)
        except BoardError:
            continue
        if {name, other} not in SAME_SHAPE:
            assert (read.start, read.goal_or_standard) == (
                contents.start,
                contents.goal_or_standard,
            ), other


NOISE = st.one_of(
    st.text(max_size=200),
    st.text("0123456789 ,/\n#x:_.ABUDLR", max_size=200),
    st.text("0123 \n", max_size=80),
)


@pytest.mark.parametrize("name", registry.FORMATS)
@given(NOISE)
@example(",")
def test_any_text_is_a_board_or_an_error_of_one_line(name: str, text: str) -> None:
    form = registry.FORMATS[name]
    registry.candidates(text)
    try:
        contents = form.read(text)
    except BoardError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017 - both ways are right
        assert len(str(error)) < 300  # noqa: PT017
    else:
        assert contents.start.size == contents.goal_or_standard.size


@given(boards(), st.sampled_from(("/", " / ", "/ ")))
def test_only_the_grid_reads_rows_of_numbers(board: Board, separator: str) -> None:
    text = str(board).replace("/", separator)
    forms = registry.candidates(text)
    assert [form.name for form in forms] == ["grid"]
    (reading,) = registry.readings(text)
    assert (reading,) == registry.readings(text, "grid")


@pytest.mark.parametrize("bad", BAD_TEXTS, ids=lambda bad: f"{bad.form} {bad.text!r}")
def test_errors_have_a_position(bad: Bad) -> None:
    with pytest.raises(BoardError, match=re.escape(bad.words)) as caught:
        registry.read(bad.text)
    error = caught.value
    assert (error.line, error.column) == (bad.line, bad.column)
    if error.token and error.line and error.column:
        assert bad.text.splitlines()[error.line - 1][error.column - 1 :].startswith(error.token)


def test_long_lines_and_sizes_are_limited() -> None:
    assert blocks.split_blocks("a\n\nb\n\nc", 2) == ["a", " \n\nb\n\nc"]
    pieces = [len(words) for words in rows.lines_of("1 " * 1000)]
    assert pieces == [400, 400, 200]
    assert rows.has_rows("10\n\n" + "1 2\n" * 10)
    assert not rows.has_rows("10\n\n" + "1 2\n" * 11)
    with pytest.raises(BoardError, match="'²' is not a size"):
        registry.read("²\n1 2\n3 0", "princeton")


OTHER_SHAPE = [
    (name, GOALS[GOAL_OF[name]](2, 3), "requires a square board, not 2x3") for name in SQUARE
]
OTHER_GOAL = [
    (
        name,
        next(goal for other, goal in GOALS.items() if other != own)(3, 3),
        f"requires the goal {own}, ",
    )
    for name, own in GOAL_OF.items()
]


@pytest.mark.parametrize(
    ("name", "goal", "words"),
    [
        *OTHER_SHAPE,
        *OTHER_GOAL,
        ("letters", Board.solved(8, 7), "55 tiles, but there are only 52 letters"),
    ],
)
def test_formats_reject_what_they_cannot_represent(name: str, goal: Board, words: str) -> None:
    write = registry.find_format(name).write
    assert write is not None
    with pytest.raises(BoardError, match=re.escape(words)):
        write(Contents(start=Board.solved(*goal.size), goal=goal))


TEXTS: dict[str, Callable[[Contents], str]] = {
    "list": board_list.write,
    "scramble": scramble.write,
    "share": share.write,
    "letters alone": lambda contents: write_moves(contents.moves or ()),
    "tiles alone": lambda contents: " ".join(map(str, contents.start.tiles)),
    "rows": lambda contents: str(contents.start).replace("/", "\n"),
    "letter board": lambda contents: "\n".join(
        " ".join("_UDLRABCEFGHIJKMNOPQSTVWXYZ"[tile] for tile in row) for row in contents.start.grid
    ),
}
