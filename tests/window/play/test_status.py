"""The texts below the board."""

from __future__ import annotations

from typing import Any

import pytest

from puzzler.game.core.live_figures import LiveFigures
from puzzler.search.method import Method
from puzzler.search.result import SearchStats
from puzzler.window.play.status import _search_text


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({}, "Searching"),
        ({"stats": SearchStats(expanded=500)}, "Searching: 500 states"),
        ({"best_length": 31}, "At most 31 moves"),
        ({"best_length": 31, "lower_bound": 29}, "At least 29 \N{MIDDLE DOT} at most 31 moves"),
    ],
)
def test_a_small_window_has_the_bounds_of_a_search(fields: dict[str, Any], text: str) -> None:
    figures = LiveFigures(method=Method("anytime"), state="Searching", **fields)
    assert _search_text(figures).startswith(text)
