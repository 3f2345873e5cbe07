"""Splits of a relay compared with the record."""

from __future__ import annotations

from puzzler.game.core.category import STAGES, Relay, Split
from puzzler.game.core.game import Play

RECORD = tuple(Split(side, side, seconds, 9) for side, seconds in ((2, 2.0), (3, 30.0)))


def test_the_seconds_behind_the_record_are_summed() -> None:
    relay = Relay(1, 2, (Split(2, 2, 1.5, 6), Split(3, 3, 40.0, 30)), record=RECORD)
    assert [relay.behind(count) for count in (0, 1, 2)] == [0, -0.5, 9.5]


def test_without_a_record_or_a_solved_board_there_is_no_difference() -> None:
    assert Relay(1, 1, (Split(2, 2, 1.5, 6),)).behind(1) is None
    assert Relay(1, 1, record=RECORD).behind(1) is None


def test_a_board_of_another_relay_is_no_board_of_this_one() -> None:
    relay, scenario = Relay(seed=7).begin_next()
    play = Play(scenario=scenario, board=scenario.start)
    assert relay.plays(play)
    for stages, seed in ((((3, 3),) * 2, 7), (STAGES, 8)):
        other, _ = Relay(seed=seed, stages=stages).begin_next()
        assert not other.plays(play)
