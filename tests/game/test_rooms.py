"""Random evenings through every room: nothing raises, and the game waits beneath as it was."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from puzzler.board import Move
from puzzler.game.play.category import RELAY
from puzzler.game.review.drilling import Drilling
from puzzler.game.review.reviewing import Reviewing
from puzzler.solver.distances import Measured
from puzzler.solver.preparation import PreparationState
from tests import naive
from tests.game.fakes import ExactMeasurer, coach_of, message_of, play_of
from tests.game.test_session import ACTION, Stage
from tests.game.test_session import do as do_in_play

MOST_CELLS = 6
"""Of boards whose distances are looked up; of others nothing is ever proven here."""


class SmallMeasurer(ExactMeasurer):
    """Gives up on larger boards."""

    def poll(self, limit=256):
        asked = self.asked
        small = [each for each in asked if len(each.board.tiles) <= MOST_CELLS]
        self.lists.append(tuple(small))
        given_up = [
            Measured(each, each.at_least, None, None, True) for each in asked if each not in small
        ]
        return [*super().poll(limit), *given_up]


def either(*names):
    return st.tuples(st.sampled_from(names))


ROOM_ACTIONS = st.one_of(
    either("open_last", "open_solve", "replay", "begin", "watch_shortest", "delete", "rows"),
    either("show_shortest", "hide_shortest", "try_again", "next_card", "leave", "toggle_pause"),
    either("coach", "blindfold", "show_tiles", "begin_relay", "daily", "solve shortest"),
    st.tuples(
        st.just("review_text"), st.sampled_from(["DRR", "dr", "x", "", "1 2/0 3 R", "1 2/0 3"])
    ),
    st.tuples(
        st.just("receive"),
        st.sampled_from(
            ["1 2/0 3", "1 2/3 0 LR", "UL", "12", "x", "3 1 0 2\n1 2 0 3", "1 2/0 3 R"]
        ),
    ),
    st.tuples(st.just("begin_generated"), st.integers(2, 3), st.just(2), st.integers(1, 9)),
    st.tuples(st.sampled_from(["to_mistake", "seek", "step", "seek_shortest"]), st.integers(-2, 9)),
    st.tuples(st.just("move"), st.sampled_from(Move)),
    st.tuples(st.just("new"), st.integers(2, 3), st.just(2)),
    st.tuples(st.just("pass_time"), st.sampled_from([0.05, 0.4])),
)
EVENINGS = st.lists(st.one_of(ROOM_ACTIONS, ROOM_ACTIONS, ACTION), max_size=40)


def solve_shortest(session):
    """By hand, along the exact table, with one move astray where there is one."""
    session.stop()
    distances = (
        naive.distances_from(play_of(session).goal)
        if len(play_of(session).board.tiles) <= MOST_CELLS
        else {}
    )
    session.move(play_of(session).board.legal_moves()[0])
    while distances.get(play_of(session).board):
        session.move(
            min(
                play_of(session).board.legal_moves(),
                key=lambda move: distances[play_of(session).board.apply(move)],
            )
        )


def do(stage, name, arguments):  # noqa: PLR0912  a branch an action
    """One random action; what makes no sense just now is left out."""
    session, activity = stage.session, stage.session.activity
    latest = session._store.latest_solve()
    if name == "receive":
        choices = session.files.import_text(*arguments).choices
        if choices:
            session.files.import_contents(choices[-1].contents)
    elif name == "open_last":
        session.reviews.open_last()
    elif name == "review_text":
        session.files.review_text(*arguments)
    elif name in ("open_solve", "replay"):
        getattr(session.reviews, name)(latest or 77)
    elif name in ("begin", "begin_generated"):
        getattr(session.drills, name)(*arguments)
    elif name in ("show_shortest", "hide_shortest", "try_again", "to_mistake", "seek_shortest"):
        if isinstance(activity, Reviewing):
            getattr(activity, name)(*arguments)
    elif name in ("seek", "step") and isinstance(activity, Reviewing | Drilling):
        getattr(activity, name)(*arguments)
    elif name == "next_card":
        if isinstance(activity, Drilling):
            activity.next_card()
    elif name == "leave":
        if activity.is_aside:
            activity.leave()
    elif name in ("coach", "blindfold"):
        value = getattr(session.settings, name)
        session.settings = replace(session.settings, **{name: not value})
    elif name == "begin_relay":
        session.boards.begin_relay()
    elif name == "daily":
        session.boards.new_daily(2, 2)
    elif name == "solve shortest":
        solve_shortest(session)
    elif name == "delete":
        for kind in session.statistics.kinds[:1]:
            for row in session.statistics.rows(kind, 0, 1):
                session.statistics.delete(kind, row.id)
    elif name == "rows":
        look_at_statistics(session)
    elif name == "pass_time":
        return stage, stage.pass_time(*arguments)
    else:
        return do_in_play(stage, name, arguments), []
    return stage, []


def look_at_statistics(session):
    for kind in session.statistics.kinds:
        for is_session in (False, True):
            summary = session.statistics.summary(kind, is_session=is_session)
            rows = session.statistics.rows(kind, is_session=is_session)
            free = [row for row in rows if not row.is_helped]
            assert summary.count == len(free) or len(rows) == 50
            assert all(row.lost is None or row.lost >= 0 for row in rows)


def look_at_what_is_said(session):
    """Everything that a window reads in a frame; what is said of small boards is true."""
    assert (
        message_of(session) == ""
        or message_of(session)[0].isupper()
        or not message_of(session)[0].isalpha()
    )
    coach, play = coach_of(session).line, session.context.game.play
    assert session.is_busy in (True, False)
    assert play_of(session).scenario.goal.size == play_of(session).board.size
    assert play_of(session).move_count >= 0 <= session.activity.play.seconds
    assert play_of(session).is_paused in (True, False)
    assert session.reviews.can_review in (True, False)
    assert session.statistics.summary(session.statistics.present_kind or RELAY)
    assert not (coach is not None and play_of(session).is_covering)
    if play_of(session).finish is not None:
        assert play.is_solved
        shown = play_of(session)
        assert shown.finish.lost is None or shown.finish.lost >= 0 or play.assisted
    distances = (
        naive.distances_from(play.scenario.goal) if len(play.board.tiles) <= MOST_CELLS else {}
    )
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
        assert state.summary[0] == ("Moves", f"{len(review.moves):,}")
        assert state.first_moves is None or state.board.legal_moves()
        assert activity.board == state.board
        assert len(review.mistakes) == 0 or review.detours is not None
    if isinstance(activity, Drilling):
        state = session.snapshot().drill
        assert (state.card is not None) == bool(state.question)


@settings(max_examples=100, deadline=None)
@given(EVENINGS, st.sampled_from(PreparationState), st.integers(0, 9))
@example([("receive", "1 2/0 3"), ("begin",), ("receive", "1 2/3 0 LR")], PreparationState.READY, 0)
def test_every_room_can_be_entered_and_left_at_any_time(actions, state, pace):
    stage = Stage(handed_in={"measurer": SmallMeasurer(pace)}, state=state, instant_shuffle=True)
    shown, beneath = play_of(stage.session).board, None
    for name, *arguments in [*actions, ("open_last",), ("tick",)]:
        before = stage
        stage, slides = do(stage, name, arguments)
        session = stage.session
        if stage is not before:  # another window
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
        look_at_what_is_said(session)
    session.stop()
    session.undo()
    session.close()


MARKING = (
    "open_last",
    "open_solve",
    "replay",
    "review_text",
    "receive",
    "new",
    "daily",
    "begin_relay",
    "restart",
    "solve shortest",
    "watch",
    "coach",
    "blindfold",
    "show_tiles",
)
"""What marks the game beneath or begins another one, and may end in a room all the same."""
