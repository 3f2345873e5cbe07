"""No text means one thing in one format and another in another, without that being said."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board
from puzzler.board.errors import BoardError
from puzzler.formats import board_list, registry, scramble, share
from puzzler.formats.format import Contents
from puzzler.formats.moves import write_moves
from tests.formats.test_scramble import plays

WRITERS: dict[str, Callable[[Contents], str]] = {
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
ENDS = ["", "\n", "\n\n", " ", ",", "/"]


@settings(max_examples=300)
@given(
    st.lists(st.tuples(plays(), st.sampled_from(sorted(WRITERS))), min_size=1, max_size=2),
    st.sampled_from(ENDS),
)
def test_several_readings_are_named(parts: list[tuple[Contents, str]], between: str) -> None:
    texts = []
    for contents, writer in parts:
        try:
            texts.append(WRITERS[writer](contents))
        except BoardError:  # a rectangle in a list
            continue
    text = between.join(texts)
    meanings = set()
    for form in registry.FORMATS:
        if not registry.FORMATS[form].recognises(text):
            continue  # only --from makes it so
        try:
            read = registry.read(text, form)
        except BoardError:
            continue
        goal = read.goal or Board.solved(*read.start.size)
        meanings.add((read.start, goal, read.labels, read.weight, read.moves))
    try:
        registry.read(text)
    except registry.AmbiguousError as error:
        assert len(meanings) == len(error.readings) > 1  # noqa: PT017 - or not
    except BoardError:
        assert not meanings
    else:
        assert len(meanings) == 1
