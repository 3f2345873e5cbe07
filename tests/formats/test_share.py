"""The text that players share."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, BoardError, Move
from puzzler.board.goal import blank_first, snail
from puzzler.formats import registry, share
from puzzler.formats.format import Contents
from tests.formats.answers import plays

UP, DOWN, LEFT, RIGHT = Move
TEXT = share.FORMAT.example


def same(first: Contents, second: Contents) -> bool:
    solved = Board.solved(*first.start.size)
    one, other = (
        replace(contents, goal=contents.goal or solved, moves=contents.moves or None, form="")
        for contents in (first, second)
    )
    return one == other


def quote(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())


CHATS = {
    "one line": lambda text: " ".join(text.split("\n")),
    "narrow": lambda text: "\n".join(
        line
        for part in text.split("\n")
        for line in textwrap.wrap(part, 24, break_long_words=False, break_on_hyphens=False)
    ),
    "quoted": quote,
    "quoted narrow": lambda text: quote("\n".join(textwrap.wrap(text, 40))),
    "among words": lambda text: f"Bob, 12:30\nBeat this:\n\n{text}\n\nSent from a phone. U R next!",
    "quotation marks": lambda text: f"\u201c{text}\u201d",
    "bold": lambda text: f"*{text}*",
    "hard spaces": lambda text: text.replace(" ", "\u00a0"),
    "no width": lambda text: f"\ufeff{text}\u200b",
    "directions": lambda text: "\n".join(
        f"\u2068\u202a{line}\u202c\u2069" for line in text.split("\n")
    ),
    "windows": lambda text: text.replace("\n", "\r\n"),
    "upper case": str.upper,
    "size sign": lambda text: re.sub(r"(\d)x(\d)", "\\1\u00d7\\2", text),
    "two spaces": lambda text: text.replace(" ", "  "),
}


@given(plays(), st.sampled_from(sorted(CHATS)))
def test_shared_text_survives_a_chat(contents: Contents, chat: str) -> None:
    text = share.write(contents)
    assert same(registry.read(text), contents)
    assert same(registry.read(CHATS[chat](text)), contents)  # no other format accepts it
    assert share.write(registry.read(text)) == text


@given(plays())
def test_the_text_has_no_markup_of_a_chat(contents: Contents) -> None:
    text = share.write(contents)
    assert len(text.split("\n")) == 3
    assert all(re.fullmatch(r"[A-Z][A-Za-z0-9,;. ]*", line) for line in text.split("\n"))
    assert not re.search(r"\d\. |;\)|  | $", text, re.MULTILINE)


def test_the_text_of_a_game() -> None:
    start = Board.parse("1 2 3/0 5 6/4 7 8")
    moves = (DOWN, RIGHT, RIGHT)
    assert share.write(Contents(start=start, moves=moves, times=(0.752, 1.4613, 1.4613))) == TEXT
    assert share.write(Contents(start=start, goal=snail(3, 3), moves=moves)) == (
        "Puzzler 3x3 1,2,3; 0,5,6; 4,7,8 goal snail\nMoves 3 DR2\nEach letter moves the blank"
    )
    assert " goal blank first\n" in share.write(Contents(start=start, goal=blank_first(3, 3)))
    for name in ("blank-first", "Blank\u2011First", "blank\nfirst"):
        text = TEXT.replace("7,8", f"7,8 goal {name}")
        assert registry.read(text).goal == blank_first(3, 3)
    assert share.write(Contents(start=start, goal=start)) == (
        "Puzzler 3x3 1,2,3; 0,5,6; 4,7,8 goal 1,2,3; 0,5,6; 4,7,8\nMoves 0\n"
        "Each letter moves the blank"
    )


def test_decreasing_times_are_not_written() -> None:
    contents = Contents(start=Board.solved(2, 2), moves=(UP, DOWN, UP), times=(2.0, 1.0, 3.0))
    assert registry.read(share.write(contents)).times == (2.0, 2.0, 3.0)


def test_letters_may_be_directions_of_the_tiles() -> None:
    text = TEXT.replace("the blank", "the tile").replace("D 0.75 R2", "U 0.75 L2")
    assert registry.read(text) == registry.read(TEXT)


def test_other_texts_are_not_shared_games() -> None:
    with pytest.raises(BoardError, match="starts with a line such as"):
        registry.read("1 2/3 0", "share")


@given(st.data())
def test_truncated_text_is_rejected(data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(TEXT)))
    last = data.draw(st.integers(first, len(TEXT)))
    try:
        read = registry.read(TEXT[:first] + TEXT[last:], "share")
    except BoardError:
        return
    complete = registry.read(TEXT, "share")
    assert (read.start, read.moves, read.times) == (complete.start, complete.moves, complete.times)
