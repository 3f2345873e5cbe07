"""Snapshots consist of the same objects if nothing has changed."""

from __future__ import annotations

from dataclasses import fields

import pytest

from puzzler.board import Move
from puzzler.game.play.boards import TIMER_STEP
from puzzler.game.snapshot import Snapshot
from tests.game.fakes import NEAR, Stage, call, play_of

FEATURES = [field.name for field in fields(Snapshot)]


def changed_parts(before: Snapshot, after: Snapshot) -> set[str]:
    return {name for name in FEATURES if getattr(before, name) is not getattr(after, name)}


@pytest.fixture
def stage():
    stage = Stage(scenario=NEAR)
    stage.tick()
    return stage


@pytest.mark.parametrize("doing", [None, "watch", "edit", "reviews.open_last", "drills.begin",
                                   "lab.open", "race.open", "lessons.browse"])  # fmt: skip
def test_an_unchanged_snapshot_is_the_same_object(stage, session, doing):
    session.move(Move.DOWN)
    session.toggle_pause()
    if doing is not None:
        call(session, doing)
    if doing == "lab.open":  # the inspection runs in a thread
        stage.wait_for(lambda: not session.is_busy)
    for _ in range(3):
        stage.tick()
    before = session.snapshot()
    stage.tick()
    assert session.snapshot() is before
    session.close()


def test_only_changed_parts_are_new_objects(session):
    before = session.snapshot()
    session.move(Move.DOWN)
    moved = session.snapshot()
    assert changed_parts(before, moved) == {"is_busy", "play"}
    session.edit()
    assert "edit" in changed_parts(moved, session.snapshot())
    session.context.say("Something")
    snapshot = session.snapshot()
    session.context.say("Something else")
    assert changed_parts(snapshot, session.snapshot()) == {"message"}


def test_a_running_timer_changes_the_snapshot_thirty_times_a_second(stage, session):
    session.move(Move.DOWN)
    stage.tick()
    shown = []
    for _ in range(160):
        stage.tick(0.025)
        shown.append(play_of(session))
    assert len({id(each) for each in shown}) <= 4 / TIMER_STEP + 2
    assert shown[-1].seconds == pytest.approx(4, abs=0.1)


def test_live_figures_change_at_most_ten_times_a_second(stage, session):
    session.watch.start()
    handle, shown = stage.solver.last, set()
    for number in range(100):
        handle.show(NEAR.start, number)
        stage.tick(0.01)
        shown.add(session.snapshot().watch.figures.stats.expanded)
    assert 9 <= len(shown) <= 11
    session.close()
