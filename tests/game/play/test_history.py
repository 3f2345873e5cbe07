"""Undo and redo, against the plain model: a list of states and a place in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzler.game.play.history import History

ACTIONS = st.lists(st.sampled_from(["undo", "redo"]) | st.integers())


@given(ACTIONS)
def test_history_is_a_list_with_a_place_in_it(actions):
    history = History("start")
    states, place = ["start"], 0
    for action in actions:
        match action:
            case "undo":
                assert history.undo() == (place > 0)
                place = max(0, place - 1)
            case "redo":
                assert history.redo() == (place < len(states) - 1)
                place = min(len(states) - 1, place + 1)
            case state:
                history.record(state)
                states = [*states[: place + 1], state]
                place += 1
        assert history.present == states[place]
        assert history.can_undo == (place > 0)
        assert history.can_redo == (place < len(states) - 1)


@given(st.lists(st.integers()))
def test_undoing_all_and_redoing_all_ends_where_it_was(states):
    history = History(-1)
    for state in states:
        history.record(state)
    while history.undo():
        pass
    assert history.present == -1
    while history.redo():
        pass
    assert history.present == [-1, *states][-1]


def test_correcting_the_present_is_no_step():
    history = History(1)
    history.present = 2
    assert not history.can_undo
    history.record(3)
    history.undo()
    assert history.present == 2
