"""Progress reports and cancellation."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from puzzler.progress import Cancelled, cancelled_when, check_cancelled, finish, one_step


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


def test_steps_are_reported_and_closed_if_a_report_raises() -> None:
    ends: list[str] = []

    def steps() -> Generator[int, None, str]:
        try:
            yield 1
            yield 2
        finally:
            ends.append("closed")
        return "result"

    reports: list[int] = []
    assert finish(steps(), reports.append) == "result"
    assert reports == [1, 2]

    def cancel(_: int) -> None:
        raise Cancelled

    started = steps()
    with pytest.raises(Cancelled):
        finish(started, cancel)
    assert ends == ["closed"] * 2
