"""Background work: progress, results, failures and Stop."""

from __future__ import annotations

import weakref

import pytest

from puzzler.board import Move
from puzzler.board.errors import PuzzlerError
from puzzler.game.core.feedback import Happening
from puzzler.progress import BuildProgress, one_step
from tests.game.fakes import Backgrounds, Stage, message_of
from tests.solver.scripted import wait_until


def count_to(count, result="read"):
    def count_up(report):
        for step in range(count):
            report(BuildProgress(step / count, ""))
        return result

    return count_up


def fail_with(error):
    def fail(report):
        report(None)
        raise error

    return fail


@pytest.fixture
def backgrounds():
    return Backgrounds()


@pytest.fixture
def stage(backgrounds):
    return Stage(handed_in={"start_background": backgrounds})


def test_progress_is_displayed_and_the_result_arrives_in_a_tick(stage, session, backgrounds):
    results, background = [], session.background
    background.run("text", "Reading notes.txt", fail_with(None), results.append)
    assert session.is_busy and message_of(session) == "Reading notes.txt"
    backgrounds.last.step()
    stage.tick()
    stage.tick(2.4)
    assert message_of(session) == "Reading notes.txt: 2 s"
    background.run("text", "Reading a list", count_to(4), results.append)
    assert [work.is_cancelled for work in backgrounds.started] == [True, False]
    backgrounds.last.step()
    backgrounds.last.step()
    assert session.move(Move.DOWN)  # the game continues
    stage.tick()
    assert session.snapshot().background_text == message_of(session) == "Reading a list: 25 %"
    backgrounds.finish()
    assert results == []
    stage.tick()
    assert (results, message_of(session), session.snapshot().background_text) == (["read"], "", "")
    stage.tick()
    assert results == ["read"] and "text" not in background


def test_stop_cancels_the_newest_work_and_keeps_later_messages(stage, session, backgrounds):
    results, background = [], session.background
    background.run("board", "Shuffling", count_to(1), results.append)
    background.run("text", "Reading", count_to(1), results.append)
    assert background.stop() and message_of(session) == ""
    stage.tick()
    assert message_of(session) == "Shuffling"
    session.context.say("Paused")
    stage.tick()
    assert background.stop() and not background.stop()
    assert message_of(session) == "Paused"
    assert all(work.is_cancelled for work in backgrounds.started)
    stage.tick()
    assert not results and not session.is_busy


@pytest.mark.parametrize("is_short", [True, False])
@pytest.mark.parametrize(
    ("error", "words"),
    [(PuzzlerError("line 3 is wrong"), "Line 3 is wrong"), (KeyError("x"), "KeyError: 'x'")],
)
def test_a_failure_is_reported_in_one_line(stage, session, backgrounds, error, words, is_short):
    background = session.background
    background.run("text", "Reading", fail_with(error), pytest.fail, is_short=is_short)
    if not is_short:
        backgrounds.finish()
        stage.tick()
    assert message_of(session) == words
    assert session.take_happenings() == [Happening.REFUSED]
    background.run("text", "Reading", fail_with(error), pytest.fail, fail=session.context.say,
                   is_short=True)  # fmt: skip
    assert message_of(session).lower() == words.lower() and not session.take_happenings()


def test_short_work_is_done_immediately(session, backgrounds):
    results = []
    session.background.run("text", "", count_to(3), results.append, is_short=True)
    assert (results, backgrounds.started, session.is_busy) == (["read"], [], False)


def test_work_starts_and_ends_only_if_allowed(stage, session, backgrounds):
    results, can = [], []
    session.background.run(
        "text", "Reading", count_to(1), results.append,
        can_begin=lambda: "begin" in can, can_end=lambda: "end" in can,
    )  # fmt: skip
    stage.tick()
    assert message_of(session) == "Reading as soon as the solver is prepared"
    assert not backgrounds.started
    can.append("begin")
    stage.tick()
    backgrounds.finish()
    stage.tick()
    assert not results and session.snapshot().background_text
    can.append("end")
    stage.tick()
    assert results == ["read"]


def test_work_that_is_dropped_by_an_earlier_result_is_not_delivered(stage, session, backgrounds):
    background = session.background
    background.run("first", "", count_to(1), lambda result: background.drop("second"))
    backgrounds.finish()
    background.run("second", "", count_to(1), pytest.fail)
    backgrounds.finish()
    stage.tick()
    assert not background.is_busy


def test_closing_the_session_cancels_the_work():
    session = Stage(handed_in={"start_background": Backgrounds()}).session
    session.background.run("text", "Reading", count_to(9), pytest.fail)
    session.close()
    assert session.context.start_background.last.is_cancelled


def test_closing_the_session_drops_results_that_were_not_delivered():
    class Thing:
        """An object, such as a process, that ends when it is no longer referenced."""

    stage, results = Stage(), []
    background = stage.session.background
    background.run("thing", "", one_step(Thing), results.append)
    wait_until(lambda: background._works["thing"].worker.latest.is_over)
    thing = weakref.ref(background._works["thing"].worker.latest.result)
    assert thing() is not None
    stage.session.close()
    assert thing() is None
    assert not results
