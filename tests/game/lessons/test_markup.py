from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.game.lessons.lesson import MarkError, Span, Style, parse, plain


def test_marks_become_styles() -> None:
    [block] = parse("a *b* **c d** `e * f`.")
    plain_texts = [span.text for span in block.spans if span.style is Style.PLAIN]
    assert plain_texts == ["a ", " ", " ", "."]
    marked = [(span.text, span.style) for span in block.spans[1::2]]
    assert marked == [("b", Style.EMPHASIS), ("c d", Style.STRONG), ("e * f", Style.CODE)]


@pytest.mark.parametrize("name", ["A*", "IDA*", "b*"])
def test_the_star_of_a_name_is_a_letter(name: str) -> None:
    assert plain(f"{name} and {name}.") == f"{name} and {name}."
    assert parse(f"*{name} too*")[0].spans == (Span(f"{name} too", Style.EMPHASIS),)
    assert parse(f"**Weighted {name}** is")[0].spans[0] == Span(f"Weighted {name}", Style.STRONG)


def test_paragraphs_and_items() -> None:
    blocks = parse("one\nline\n\n- first\n  continues\n- second\n\nlast")
    assert [(block.text, block.is_item) for block in blocks] == [
        ("one line", False),
        ("first continues", True),
        ("second", True),
        ("last", False),
    ]


def test_lines_with_a_leading_bar_are_rows() -> None:
    before, table, after = parse("Words:\n| **A*** | yes |\n| `dfs` | no |\nand more")
    assert [before.text, after.text] == ["Words:", "and more"]
    assert table.text == "A*\tyes\ndfs\tno" and not before.rows
    assert table.rows[0][0] == (Span("A*", Style.STRONG),)


@pytest.mark.parametrize(
    ("text", "mark"), [("a *b", "*"), ("**b* c", "**"), ("`x", "`"), ("2 * 3", "*")]
)
def test_an_unclosed_mark_raises_an_error(text: str, mark: str) -> None:
    with pytest.raises(MarkError, match="is not closed") as caught:
        parse(text)
    assert caught.value.mark == mark


@given(st.text("ab*` -\n", max_size=30))
def test_letters_are_preserved(text: str) -> None:
    try:
        shown = "".join(block.text for block in parse(text))
    except MarkError:
        return
    letters = [letter for letter in shown if letter in "ab"]
    assert letters == [letter for letter in text if letter in "ab"]
