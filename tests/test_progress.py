"""Progress reports and cancellation."""

from __future__ import annotations

import pytest

from puzzler.progress import Cancelled, cancelled_when, check_cancelled, one_step


def test_work_of_one_step_reports_before_it_starts() -> None:
    calls: list[object] = []
    assert one_step(lambda: calls.append("work") or 7)(calls.append) == 7
    assert calls == [None, "work"]


def test_only_a_surrounding_condition_cancels() -> None:
    check_cancelled()
    with cancelled_when(lambda: True), cancelled_when(lambda: False), pytest.raises(Cancelled):
        check_cancelled()
    with cancelled_when(lambda: False):
        check_cancelled()
