"""Time limits of several searches."""

from __future__ import annotations

import pytest

from puzzler.search.deadline import MOMENT, Deadline, TimeUpError
from puzzler.search.engine.stepping import Stopwatch


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of all stopwatches."""
    now = [100.0]
    monkeypatch.setattr(Stopwatch, "now", lambda _: now[0])
    return now


@pytest.mark.parametrize(
    ("seconds", "passed", "left", "is_over"),
    [(2, 0, 2, False), (2, 1.5, 0.5, False), (2, 2, MOMENT, True), (2, 9, MOMENT, True),
     (None, 1e9, None, False), (0, 0, MOMENT, True)],
)  # fmt: skip
def test_what_is_left(
    now: list[float], seconds: float | None, passed: float, left: float | None, is_over: bool
) -> None:
    deadline = Deadline(seconds)
    now[0] += passed
    assert (deadline.elapsed, deadline.left, deadline.is_over) == (passed, left, is_over)
    if is_over:
        with pytest.raises(TimeUpError, match=rf"^stopped after {seconds:g} s \(--time-limit\)$"):
            deadline.check()
    else:
        deadline.check()
