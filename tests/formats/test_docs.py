"""The examples in docs/formats.md are correct."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzler.formats import registry
from tests.formats.answers import answer

PAGE = Path(__file__).parents[2].joinpath("docs", "formats.md").read_text(encoding="utf-8")
SECTIONS = {
    name: re.findall(r"^```text(?: (\w+))?\n(.*?)\n```$", section, re.MULTILINE | re.DOTALL)
    for name, section in re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}
"""The blocks of each format: the kind of a block and its text."""
ANSWERS = {
    "princeton": answer("0 1 3/4 2 5/7 8 6", "RDRD"),
    "42": answer("1 2 3/8 4 5/7 6 0", "UL", figures=(2, 5, 2)),
    "lodz": answer("1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12", "DRD", figures=(18, 41, 4)),
    "columbia": answer("1 2 5/3 4 0/6 7 8", "ULL"),
}
"""Results for the first example of each format, found by the methods that the page names."""


def blocks(kind: str) -> list[tuple[str, str]]:
    return [
        (name, text) for name, found in SECTIONS.items() for is_a, text in found if is_a == kind
    ]


def test_every_format_has_a_section_with_its_example_first() -> None:
    assert set(SECTIONS) == set(registry.FORMATS)
    for name, form in registry.FORMATS.items():
        assert SECTIONS[name][0] == ("", form.example)
        assert f"| [`{name}`](#{name}) |" in PAGE


@pytest.mark.parametrize(("name", "text"), blocks(""))
def test_the_format_of_every_example_is_detected(name: str, text: str) -> None:
    (reading,) = registry.readings(text)
    assert reading.form == name
    if (write := registry.FORMATS[name].write) is not None:
        written = registry.read(write(reading))
        assert written.goal_or_standard == reading.goal_or_standard
        assert written.start == reading.start
        assert written.moves == reading.moves


@pytest.mark.parametrize(("name", "text"), blocks("plain"))
def test_rows_without_comment_or_alignment(name: str, text: str) -> None:
    (reading,) = registry.readings(text)
    assert (reading.form, reading.goal) == ("princeton", None)
    assert registry.read(text, name).form == name


def test_every_course_has_an_answer() -> None:
    assert [name for name, _ in blocks("answer")] == list(ANSWERS)


@pytest.mark.parametrize("kind", ["answer", "figures"])
def test_answers_and_figures(kind: str) -> None:
    for name, text in blocks(kind):
        found, form = ANSWERS[name], registry.find_format(name)
        assert registry.read(form.example).start == found.contents.start
        write = form.write_answer if kind == "answer" else form.write_figures
        assert write is not None and write(found) == text
