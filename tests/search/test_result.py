"""The effective branching factor, solved as textbooks do."""

from __future__ import annotations

import pytest

from puzzler.search.result import effective_branching_factor


@pytest.mark.parametrize(
    ("generated", "depth", "expected"),
    [
        (52, 5, 1.92),  # the example of Russell and Norvig
        (10, 2, 2.70),
        (3, 1, 3),
        (6, 2, 2),
        (31, 31, 1),
        (181_440, 31, 1.42),
        (90_316, 46_142, 1.00),
        (10**12, 80, 1.39),
        (10**12, 2, 10**6),
        (1, 2, 0.62),
    ],
)
def test_known_factors(generated, depth, expected):
    factor = effective_branching_factor(generated, depth)
    assert factor == pytest.approx(expected, abs=0.006, rel=1e-6)


@pytest.mark.parametrize("depth", [1, 2, 7, 31, 400])
@pytest.mark.parametrize("factor", [0.9, 1.0, 1.05, 1.9, 3.0])
def test_a_uniform_tree_has_its_own_factor(depth, factor):
    nodes = sum(factor**level for level in range(1, depth + 1))
    if 1 <= nodes < 10**15 and abs(nodes - round(nodes)) < 1e-9:
        assert effective_branching_factor(round(nodes), depth) == pytest.approx(factor)


def test_there_is_none_without_moves_or_nodes():
    for generated, depth in ((0, 0), (5, 0), (0, 3)):
        assert effective_branching_factor(generated, depth) is None
