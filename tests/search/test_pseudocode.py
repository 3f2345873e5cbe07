"""The pseudocode of the Lab equals docs/searches.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzler.search.engine.algorithm import Pseudocode
from puzzler.search.registry import ALGORITHMS

PAGE = Path(__file__).parents[2] / "docs" / "searches.md"
CODES = [
    pytest.param(code, id=f"{algorithm.name} {number}")
    for algorithm in ALGORITHMS.values()
    for number, code in enumerate(algorithm.codes)
]


@pytest.mark.parametrize("code", CODES)
def test_docs_have_the_same_lines(code: Pseudocode) -> None:
    assert f"```text\n{code.text}\n```" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", CODES)
def test_every_line_is_executed_except_headings(code: Pseudocode) -> None:
    ran = {line for lines in code.runs.values() for line in lines}
    assert ran <= set(code.lines)
    idle = {code.lines[line].strip() for line in set(code.lines) - ran}
    assert idle <= {"", "else:", "search(n):", "repeat:", "layer = the best w candidates",
                    "return the path of no moves"}  # fmt: skip
    assert max(map(len, code.lines.values())) <= 72


def test_every_algorithm_except_composed_ones_has_pseudocode() -> None:
    assert {name for name, each in ALGORITHMS.items() if not each.codes} == {"anytime", "shortest"}
