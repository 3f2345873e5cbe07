"""Random actions in every activity: nothing raises, and the game is unchanged."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from puzzler.board import Move
from puzzler.game.core.category import RelayKind
from puzzler.game.review.drilling import Drilling
from puzzler.game.review.reviewing import Reviewing, review_summary
from puzzler.search.compilation import KernelState
from puzzler.solver.distances import Measured
from tests import naive
from tests.game.fakes import ExactMeasurer, coach_of, message_of, play_of, shortest_path
from tests.game.storage.reading import read_rows, read_summary
from tests.game.test_session import ACTION, Stage
from tests.game.test_session import do as do_in_play

MAX_CELLS = 6
"""Boards up to this size have exact distances. Distances of larger boards are never proven."""


class SmallMeasurer(ExactMeasurer):
    """A measurer that gives up on larger boards."""

    def poll(self, limit=256):
        questions = self.last_request
        small = [each for each in questions if len(each.board.tiles) <= MAX_CELLS]
        self.lists.append(tuple(small))
        failures = [
            Measured(each, each.at_least, None, None, True)
            for each in questions
            if each not in small
        ]
        return [*super().poll(limit), *failures]


def one_of(*names):
    return st.tuples(st.sampled_from(names))


TEXTS = ["1 2/0 3", "1 2/3 0 LR", "UL", "12", "x", "3 1 0 2\n1 2 0 3", "1 2/0 3 R"]
ROOM_ACTIONS = st.one_of(
    one_of("reviews.open_last", "open solve", "replay", "drills.begin", "watch_shortest"),
    one_of("activity.show_shortest", "activity.try_again", "delete"),
    one_of("activity.next_card", "toggle_pause", "coach", "blindfold", "show_tiles"),
    one_of("boards.start_relay", "solve shortest"),
    st.tuples(st.just("files.review_text"), st.sampled_from(["DRR", "dr", "", *TEXTS])),
    st.tuples(st.just("import"), st.sampled_from(TEXTS)),
    st.tuples(st.just("drills.begin_generated"), st.integers(2, 3), st.just(2), st.integers(1, 9)),
    st.tuples(
        st.sampled_from([f"activity.{name}" for name in ("to_mistake", "step", "seek_shortest")]),
        st.integers(-2, 9),
    ),
    st.tuples(st.just("move"), st.sampled_from(Move)),
    st.tuples(st.just("new"), st.integers(2, 3), st.just(2)),
    st.tuples(st.just("boards.new_daily")),
    st.tuples(st.just("pass time"), st.sampled_from([0.05, 0.4])),
)
EVENINGS = st.lists(st.one_of(ROOM_ACTIONS, ROOM_ACTIONS, ACTION), max_size=40)


def distances_of(board, goal):
    """Return the distances of all boards, or nothing for large boards."""
    return naive.distances_from(goal) if len(board.tiles) <= MAX_CELLS else {}


def solve_shortest(session):
    """Make a random move and then solve the board along the exact table."""
    session.stop()
    context = session.context
    distances = distances_of(context.board, context.goal)
    session.move(context.board.legal_moves()[0])
    for move in shortest_path(context.board, context.goal) if distances else ():
        session.move(move)


def do(stage, name, arguments):
    """Do one random action that is possible now."""
    session = stage.session
    if name == "import":
        choices = session.files.import_text(*arguments).choices
        if choices:
            session.files.import_contents(choices[-1].contents)
    elif name in ("open solve", "replay"):
        latest = session.store.solves.latest()
        session.reviews.open_solve(latest or 77, is_playing=name == "replay")
    elif name in ("coach", "blindfold"):
        value = getattr(session.settings, name)
        session.settings = replace(session.settings, **{name: not value})
    elif name == "solve shortest":
        solve_shortest(session)
    elif name == "delete":
        for kind in session.statistics.solves.kinds()[:1]:
            for row in read_rows(session.statistics.solves, kind, 0, 1):
                session.store.solves.delete(kind, row.id)
    elif name == "pass time":
        return stage, stage.pass_time(*arguments)
    else:
        return do_in_play(stage, name, arguments), []
    return stage, []


def check_statistics(session):
    for kind in session.statistics.solves.kinds():
        for since in (None, session.statistics.since):
            summary = read_summary(session.statistics.solves, kind, since)
            rows = read_rows(session.statistics.solves, kind, since=since)
            session.statistics.look_up(kind, rows)
            free = [row for row in rows if not (row.assisted or row.coached)]
            assert summary.count == len(free) or len(rows) == 50
            assert all(row.lost is None or row.lost >= 0 for row in rows)


def check_texts(session):
    """Read everything that a window reads in a frame, and check the figures of small boards."""
    message = message_of(session)
    assert message == "" or message[0].isupper() or not message[0].isalpha()
    coach, play = coach_of(session).line, session.context.game.play
    assert session.is_busy in (True, False)
    assert play_of(session).scenario.goal.size == play_of(session).board.size
    assert play_of(session).move_count >= 0 <= session.activity.play.seconds
    assert play_of(session).is_paused in (True, False)
    assert read_summary(session.statistics.solves, session.statistics.present_kind or RelayKind())
    assert not (coach is not None and play_of(session).is_covering)
    if play_of(session).finish is not None:
        assert play.is_solved
        shown = play_of(session)
        assert shown.finish.lost is None or shown.finish.lost >= 0 or play.assisted
    distances = distances_of(play.board, play.scenario.goal)
    if coach is not None and coach.left.moves is not None and distances:
        assert coach.left.moves == distances[play.board]
        assert coach.text
    for cell in coach_of(session).green_cells:
        if distances:
            moved = play.board.apply_all(play.board.moves_to_slide(cell))
            assert distances[moved] == distances[play.board] - 1
    activity = session.activity
    if isinstance(activity, Reviewing):
        review, state = activity.review, session.snapshot().review
        assert review_summary(review)[0] == ("Moves", f"{len(review.moves):,}")
        assert activity.board == state.timeline.board
        assert len(review.mistakes) == 0 or review.detours is not None
    if isinstance(activity, Drilling):
        state = session.snapshot().drill
        assert (state.card is not None) == bool(activity.play.scenario.title)


@settings(max_examples=60, deadline=None)
@given(EVENINGS, st.sampled_from(KernelState), st.integers(0, 9))
@example([("import", "1 2/0 3"), ("drills.begin",), ("import", "1 2/3 0 LR")], KernelState.READY, 0)
def test_every_activity_can_be_entered_and_left_at_any_time(actions, state, pace):
    stage = Stage(handed_in={"measurer": SmallMeasurer(pace)}, state=state, instant_shuffle=True)
    shown, beneath = play_of(stage.session).board, None
    for name, *arguments in [*actions, ("reviews.open_last",), ("tick",)]:
        before = stage
        stage, slides = do(stage, name, arguments)
        session = stage.session
        if stage is not before:  # the game of another window
            shown, beneath = play_of(session).board, None
        for slide in [*slides, *stage.tick()]:
            assert slide.before == shown
            shown = slide.after
        assert shown == play_of(session).board
        saved = session.context.game.saved
        is_aside = session.activity.is_aside
        assert beneath is None or not is_aside or name in MARKING or saved == beneath
        beneath = saved if is_aside else None
        if is_aside:
            assert not play_of(session).is_timing
            assert not (play_of(session).can_undo or play_of(session).can_redo)
        check_texts(session)
    check_statistics(session)
    session.stop()
    session.undo()
    session.close()


MARKING = {"reviews.open_last", "open solve", "replay", "files.review_text", "import", "new",
           "files.import_text", "boards.new_daily", "boards.start_relay", "restart", "watch",
           "solve shortest", "coach", "blindfold", "show_tiles"}  # fmt: skip
"""Actions that mark the game or start another one, and may end in an activity."""
