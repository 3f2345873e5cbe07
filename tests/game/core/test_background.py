"""Background work: its message, its end, its failure, and Stop."""

from __future__ import annotations

import weakref

import pytest

from puzzler.board import Move
from puzzler.board.errors import PuzzlerError
from puzzler.game.core.feedback import Happening
from puzzler.progress import BuildProgress, one_step
from tests.game.fakes import Backgrounds, Stage, message_of
from tests.solver.scripted import wait_until


def counting(count, result="read"):
    def count_up(report):
        for step in range(count):
            report(BuildProgress(step / count, ""))
        return result

    return count_up


def failing(error):
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


def test_the_line_says_how_far_it_is_and_its_result_comes_in_a_tick(stage, session, backgrounds):
    taken, background = [], session.background
    background.run("text", "Reading notes.txt", failing(None), taken.append)
    assert session.is_busy and message_of(session) == "Reading notes.txt"
    backgrounds.last.step()
    stage.tick()
    stage.tick(2.4)
    assert message_of(session) == "Reading notes.txt: 2 s"
    background.run("text", "Reading a list", counting(4), taken.append)
    assert [work.is_cancelled for work in backgrounds.begun] == [True, False]
    backgrounds.last.step()
    backgrounds.last.step()
    assert session.move(Move.DOWN)  # the game goes on meanwhile
    stage.tick()
    assert session.snapshot().background_text == message_of(session) == "Reading a list: 25 %"
    backgrounds.finish()
    assert taken == []
    stage.tick()
    assert (taken, message_of(session), session.snapshot().background_text) == (["read"], "", "")
    stage.tick()
    assert taken == ["read"] and "text" not in background


def test_stop_drops_the_newest_and_what_was_said_since_stays(stage, session, backgrounds):
    taken, background = [], session.background
    background.run("board", "Shuffling", counting(1), taken.append)
    background.run("text", "Reading", counting(1), taken.append)
    assert background.stop() and message_of(session) == ""
    stage.tick()
    assert message_of(session) == "Shuffling"
    session.context.say("Paused")
    stage.tick()
    assert background.stop() and not background.stop()
    assert message_of(session) == "Paused"
    assert all(work.is_cancelled for work in backgrounds.begun)
    stage.tick()
    assert not taken and not session.is_busy


@pytest.mark.parametrize("is_short", [True, False])
@pytest.mark.parametrize(
    ("error", "words"),
    [(PuzzlerError("line 3 is wrong"), "Line 3 is wrong"), (KeyError("x"), "KeyError: 'x'")],
)
def test_a_failure_is_said_in_one_line(stage, session, backgrounds, error, words, is_short):
    background = session.background
    background.run("text", "Reading", failing(error), pytest.fail, is_short=is_short)
    if not is_short:
        backgrounds.finish()
        stage.tick()
    assert message_of(session) == words
    assert session.take_happenings() == [Happening.REFUSED]
    background.run("text", "Reading", failing(error), pytest.fail, fail=session.context.say,
                   is_short=True)  # fmt: skip
    assert message_of(session).lower() == words.lower() and not session.take_happenings()


def test_short_work_is_done_immediately(session, backgrounds):
    taken = []
    session.background.run("text", "", counting(3), taken.append, is_short=True)
    assert (taken, backgrounds.begun, session.is_busy) == (["read"], [], False)


def test_work_starts_and_ends_only_if_allowed(stage, session, backgrounds):
    taken, can = [], []
    session.background.run(
        "text", "Reading", counting(1), taken.append,
        can_begin=lambda: "begin" in can, can_end=lambda: "end" in can,
    )  # fmt: skip
    stage.tick()
    assert message_of(session) == "Reading as soon as the solver is prepared"
    assert not backgrounds.begun
    can.append("begin")
    stage.tick()
    backgrounds.finish()
    stage.tick()
    assert not taken and session.snapshot().background_text
    can.append("end")
    stage.tick()
    assert taken == ["read"]


def test_the_session_ends_it():
    session = Stage(handed_in={"start_background": Backgrounds()}).session
    session.background.run("text", "Reading", counting(9), pytest.fail)
    session.close()
    assert session.context.start_background.last.is_cancelled


def test_the_session_drops_what_was_done_and_not_handed_out():
    class Thing:
        """An object, such as a process, that ends when it is no longer referenced."""

    stage, taken = Stage(), []
    background = stage.session.background
    background.run("thing", "", one_step(Thing), taken.append)
    wait_until(lambda: background._works["thing"].worker.latest.is_over)
    thing = weakref.ref(background._works["thing"].worker.latest.result)
    assert thing() is not None
    stage.session.close()
    assert thing() is None
    assert not taken
