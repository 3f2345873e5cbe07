"""Definitions of terms have one line each and a consistent style."""

from __future__ import annotations

import pytest

from puzzler.game.lab.terms import TERMS
from puzzler.search.inspection.observation import SuccessorOutcome


@pytest.mark.parametrize("term", TERMS)
def test_definitions_have_one_line(term):
    line = TERMS[term]
    assert len(line) <= 90 and "\n" not in line
    assert line.endswith(".") and (line[0].isupper() or line.startswith("h "))


def test_the_outcomes_of_successors_are_defined():
    assert {fate.value for fate in SuccessorOutcome} <= set(TERMS)
