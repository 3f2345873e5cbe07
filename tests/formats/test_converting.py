"""Conversion between formats: only reported fields are lost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, shuffle
from puzzler.board.errors import BoardError
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.formats import converting, registry
from puzzler.formats.converting import PARTS, ListWriter, convert
from puzzler.formats.format import Contents
from puzzler.formats.registry import FORMATS

WRITABLE = [form for form in FORMATS.values() if form.write is not None]
NOTHING = (None, "", False)
LETTERS = ("", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ")


@st.composite
def contents(draw: st.DrawFn) -> Contents:
    rows, columns = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    goal = draw(st.sampled_from(list(GOALS.values())))(rows, columns)
    start = shuffle(rows, columns, draw(st.integers(1, 60)), draw(st.integers(0, 99)), goal).start
    moves = tuple(start.legal_moves()[:1]) if draw(st.booleans()) else None
    return Contents(
        start=start,
        goal=goal if draw(st.booleans()) else None,
        labels=LETTERS[: rows * columns] if draw(st.booleans()) else None,
        weight=draw(st.sampled_from([None, 1.5])),
        moves=moves,
        times=draw(st.sampled_from([None, (1.2345,)])) if moves else None,
        length=draw(st.sampled_from([None, 7])),
        is_unsolvable=draw(st.booleans()),
        name=draw(st.sampled_from(["", "a7"])),
    )


@given(what=contents(), form=st.sampled_from(WRITABLE))
def test_fields_that_are_not_dropped_are_read_back(what: Contents, form) -> None:
    try:
        result = convert(what, form)
    except BoardError:  # another goal, or a board that is not square
        return
    read = registry.read(result.text, form.name)
    assert (read.start, read.goal_or_standard) == (what.start, what.goal_or_standard)
    for part, words in PARTS.items():
        before, after = getattr(what, part), getattr(read, part)
        if words in result.lost:
            assert before not in NOTHING and after != before
        elif part == "times" and before is not None:
            assert after == pytest.approx(before, abs=0.01)
        elif before not in NOTHING:
            assert after == before


def test_only_fields_that_cannot_be_represented_are_dropped() -> None:
    start = Board.parse("1 2 3/4 5 6/0 7 8")
    moves = (start.legal_moves()[1],)
    full = Contents(start=start, weight=2.0, moves=moves, times=(0.5,), length=2, name="a")
    names = ("list", "share", "weighted", "grid")
    lost = {name: set(convert(full, FORMATS[name]).lost) for name in names}
    assert lost["list"] == {PARTS[part] for part in ("weight", "moves", "times")}
    assert lost["share"] == {PARTS[part] for part in ("weight", "length", "name")}
    assert lost["weighted"] == {PARTS[part] for part in ("moves", "times", "length", "name")}
    assert lost["grid"] == set(PARTS.values()) - {PARTS["labels"], PARTS["is_unsolvable"]}


def test_a_text_that_reads_back_differently_is_an_error() -> None:
    form = replace(FORMATS["grid"], write=lambda contents: "1 2/3 0")
    with pytest.raises(BoardError, match="cannot represent this board"):
        convert(Contents(start=Board.parse("1 2/0 3")), form)


@given(many=st.lists(contents(), min_size=1, max_size=6), name=st.sampled_from(["list", "grid"]))
def test_a_list_is_read_back_with_every_goal(many: list[Contents], name: str) -> None:
    writer, lines = ListWriter(FORMATS[name]), []
    written = []
    for what in many:
        plain = replace(what, labels=None)
        try:
            lines.append(writer.write(plain))
        except BoardError:  # not square
            continue
        written.append(plain)
    header, read = "", []
    for line in "\n".join(lines).splitlines():
        if line.startswith("#"):
            header = line
        else:
            read.append(registry.read(f"{header}\n{line}" if header else line, name))
    assert [(board.start, board.goal_or_standard) for board in read] == [
        (board.start, board.goal_or_standard) for board in written
    ]


def test_a_format_of_several_lines_cannot_be_a_list() -> None:
    what = Contents(start=Board.parse("1 2/0 3"))
    for name in ("princeton", "lodz", "weighted"):
        with pytest.raises(converting.SeveralLinesError, match=name):
            ListWriter(FORMATS[name]).write(what)


def test_moves_are_on_the_line_of_their_board() -> None:
    what = Contents(start=Board.parse("1 2/0 3"), moves=(Move.RIGHT,))
    assert ListWriter(FORMATS["scramble"]).write(what) == "moves: tile 1 2/0 3 L"
    assert ListWriter(FORMATS["share"]).write(what) == (
        "Puzzler 2x2 1,2; 0,3 Moves 1 R Each letter moves the blank"
    )
    assert ListWriter(FORMATS["grid"]).write(what) == "1 2/0 3"
