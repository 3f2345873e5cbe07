"""Solves, relays and their figures in the store, with one or two windows."""

from __future__ import annotations

import csv
import math
import random
import tempfile
import time
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.game.core.category import Category, Difficulty, RelayKind, Split
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.game import Game, Play, SavedGame
from puzzler.game.play.finish import record
from puzzler.game.storage.practice import DrillCard
from puzzler.game.storage.solve_columns import SPEED, TIME, as_csv
from puzzler.game.storage.statistics import Bests
from puzzler.game.storage.store import Store
from puzzler.humanize import DNF
from tests.game.storage.reading import read_curve, read_rows, read_summary
from tests.game.storage.script import sql
from tests.game.storage.test_statistics import averages

EASY = Category(2, 3, "standard", Difficulty.EASY)
MIXED = Category(2, 2, "standard", Difficulty.MIXED)
SHUFFLED = shuffle(2, 3, 9, seed=2)
CARD = DrillCard(SHUFFLED.start, SHUFFLED.goal, 9)


class Player:
    """A window in which boards are solved. ``beaten`` has the records of the last solve."""

    def __init__(self, folder: Path) -> None:
        self.now, self.folder = 0.0, folder
        self.store = Store.open(folder)
        start = Scenario(Board.solved(2, 2), Board.solved(2, 2))
        self.game = Game(SavedGame(Play(scenario=start, board=start.start)), lambda: self.now)
        self.beaten: tuple[str, ...] = ()

    @property
    def solve_id(self) -> int | None:
        return self.store.solve_id(self.game.play.number)

    def solve(
        self,
        scenario: Scenario = SHUFFLED,
        seconds: float = 8.0,
        shortest: int | None = None,
        detour: int = 0,
        again: bool = False,
        **help_: bool,
    ) -> int | None:
        """Solve a board and return the id of the solve. detour: moves there and back.

        Each solve has a new seed, because the same board would be a retry.
        """
        solved = sql(self.folder, "SELECT count(*) FROM solves")[0][0]
        if scenario.seed is not None and not again:
            scenario = replace(scenario, seed=scenario.seed + 1000 * solved)
        self.game.begin(scenario.without_moves())
        if any(help_.values()):
            self.game.mark(**help_)
        path = [move.inverse for move in reversed(scenario.shuffle)]
        wrong = next(move for move in scenario.start.legal_moves() if move != path[0])
        path = [wrong, wrong.inverse] * detour + path
        for move in path:
            self.game.start_move()
            self.game.slide([move])
            self.now += seconds / max(1, len(path) - 1)
        length = ShortestLength(shortest or 0, shortest)
        self.beaten = record(self.store, self.game.saved, length).beaten
        return self.solve_id


@pytest.fixture
def player(tmp_path):
    player = Player(tmp_path)
    yield player
    player.store.close()
    assert player.store.take_trouble() == ""


# ---- Solves -----------------------------------------------------------------------------


def test_a_solve_is_read_with_its_path_and_times(player):
    scenario = SHUFFLED
    solve = player.store.solves.get(player.solve(seconds=4.0, shortest=7, coached=True))
    assert (solve.start, solve.scenario) == (
        scenario.start,
        replace(scenario.without_moves(), difficulty="easy"),
    )
    assert solve.moves == tuple(move.inverse for move in reversed(scenario.shuffle))
    assert solve.times == tuple(number / 2 for number in range(9))
    assert (solve.seconds, solve.move_count, solve.shortest) == (4.0, 9, 7)
    assert (solve.seed, solve.coached, solve.assisted) == ("2", True, False)
    assert solve.category == EASY
    assert abs(solve.solved_at - time.time()) < 600


def test_a_solve_of_a_custom_board_can_be_reviewed_but_is_not_listed(player):
    scenario = Scenario(Board.parse("1 2/0 3"), Board.solved(2, 2), title="Mine")
    player.game.begin(scenario)
    player.game.slide([Move.RIGHT])
    assert record(player.store, player.game.saved, ShortestLength()).beaten == ()
    solve = player.store.solves.get(player.store.solves.latest())
    assert (solve.title, solve.category, solve.seed) == ("Mine", None, "")
    assert solve.moves == (Move.RIGHT,)
    assert player.store.solves.kinds() == []


def test_the_path_of_a_solve_reaches_the_goal_after_returning_to_a_search(player):
    scenario = SHUFFLED
    back = [move.inverse for move in reversed(scenario.shuffle)]
    player.game.begin(scenario.without_moves())
    boards = [scenario.start.apply_all(back[:count]) for count in range(10)]
    player.game.slide(back[:6])
    player.game.go_back(boards[3], 3)
    for move in back[3:]:
        player.game.slide([move])
    player.store.keep_solve(player.game.saved)
    solve = player.store.solves.get(player.store.solves.latest())
    assert solve.start.apply_all(solve.moves) == solve.scenario.goal == scenario.goal
    assert len(solve.moves) == len(solve.times)


def test_kinds_are_sorted_by_their_latest_solve(player):
    assert player.store.solves.kinds() == []
    player.solve()
    player.solve(shuffle(2, 2, seed=1))
    assert player.store.solves.kinds() == [MIXED, EASY]
    last = player.solve()
    assert player.store.solves.kinds() == [EASY, MIXED]
    player.store.solves.keep_relay([(1.0, 4)] * 4, assisted=False)
    assert player.store.solves.kinds() == [RelayKind(), EASY, MIXED]
    player.store.solves.delete(EASY, last)
    player.store.solves.delete(RelayKind(), 1)
    assert player.store.solves.kinds() == [MIXED, EASY]
    player.store.solves.delete(MIXED, 2)
    assert player.store.solves.kinds() == [EASY]


def test_the_best_result_of_a_board_is_without_help(player):
    board, other = (replace(shuffle(2, 3, 9, seed=seed), difficulty="easy") for seed in (2, 3))
    player.solve(board, seconds=1.0, coached=True)
    player.solve(other, seconds=2.0)
    assert player.store.solves.best_seconds(board) is None
    player.solve(board, seconds=8.0, again=True)
    player.solve(board, seconds=9.0, again=True)
    player.solve(board, seconds=3.0, again=True, assisted=True)
    assert player.store.solves.best_seconds(board) == pytest.approx(8)
    assert player.store.solves.best_seconds(replace(board, start=other.start)) is None


def test_the_best_and_the_fastest_solve_are_neither_deleted_nor_given_up_nor_helped(player):
    board = replace(shuffle(2, 3, 9, seed=2), difficulty="daily")
    solves = player.store.solves
    slow = player.solve(board, seconds=9.0, again=True)
    player.solve(board, seconds=8.0, again=True)
    player.solve(board, seconds=2.0, again=True, coached=True)
    given_up = player.solve(board, seconds=3.0, again=True)
    deleted = player.solve(board, seconds=4.0, again=True)
    solves.mark(given_up, DNF)
    solves.delete(EASY, deleted)
    assert solves.best_seconds(board) == solves.fastest(board).seconds == pytest.approx(8)
    assert [result.seconds for result in solves.daily()] == pytest.approx([9, 8])
    solves.delete(EASY, slow)
    assert [row.id for row in solves.with_ids(EASY, [slow, given_up])] == [given_up]


def test_a_play_that_is_given_up_is_stored_without_path_and_mark(player):
    player.game.begin(SHUFFLED.without_moves())
    player.game.start_move()
    player.game.slide([SHUFFLED.shuffle[-1].inverse])
    assert player.store.keep_solve(player.game.saved)
    row = player.store.solves.get(player.solve_id)
    assert (row.penalty, row.path, row.move_times, row.unranked) == (DNF, "", "", "")
    player.game.slide([SHUFFLED.shuffle[-1]])
    assert not player.store.keep_solve(player.game.saved), "it counts once"
    assert player.store.solves.get(player.solve_id).move_count == 1


def test_a_blindfold_solve_has_its_own_category(player):
    solve = player.store.solves.get(player.solve(blindfold=True))
    assert solve.category == replace(EASY, is_blindfold=True)
    assert player.store.solves.kinds() == [solve.category]


def test_the_moves_of_a_dnf_are_in_no_average(player):
    numbers = [player.solve(detour=detour) for detour in range(5)]
    player.store.solves.mark(numbers[0], DNF)
    assert read_summary(player.store.solves, EASY).averages[5].current.moves == 15


def test_every_change_of_a_window_is_counted(player):
    solves, counts = player.store.solves, [0]
    number = player.solve()
    for change in (
        lambda: None,
        lambda: solves.mark(number, DNF),
        lambda: solves.delete(EASY, number),
        lambda: solves.add_imported([]),
    ):
        change()
        counts.append(solves.changes)
    assert counts == [0, 1, 2, 3, 4]


def test_the_list_has_pages_in_any_order(player):
    times = [5.0, 3.0, 9.0, 1.0, 7.0]
    numbers = [player.solve(seconds=seconds) for seconds in times]

    def ids(*values, **about):
        return [row.id for row in read_rows(player.store.solves, EASY, *values, **about)]

    assert ids() == numbers[::-1]
    assert ids(1, 2) == [numbers[3], numbers[2]]
    assert ids(4, 9) == [numbers[0]]
    assert ids(5, 9) == []
    fastest = sorted(numbers, key=lambda number: times[numbers.index(number)])
    assert ids(0, 9, TIME, is_descending=False) == fastest
    assert ids(0, 2, TIME, is_descending=True) == fastest[:2:-1]
    assert ids(0, 9, SPEED) == fastest


def test_a_deleted_solve_leaves_no_path_in_the_file(player, tmp_path):
    number = player.solve()
    player.store.solves.delete(EASY, number)
    assert sql(tmp_path, "SELECT moves || times FROM solves") == [("",)]
    assert (read_rows(player.store.solves, EASY), player.store.solves.count(EASY)) == ([], 0)
    assert read_summary(player.store.solves, EASY).count == 0
    assert (player.store.solves.get(number), player.store.solves.latest()) == (None, None)


# ---- Bests ------------------------------------------------------------------------------


def test_records_are_independent(player):
    for seconds, detour, shortest, beaten in [
        (20, 2, 7, ()),
        (10, 2, 7, ("time",)),
        (15, 1, 7, ("moves", "efficiency")),
        (15, 1, None, ()),
        (15, 0, 7, ("moves", "efficiency")),
        (15, 1, 11, ("efficiency",)),
        (5, 0, 9, ("time",)),
        (4.9996, 0, None, ()),  # the same time in milliseconds
        (4.998, 0, None, ("time",)),
    ]:
        player.solve(seconds=seconds, detour=detour, shortest=shortest)
        assert player.beaten == beaten
    summary = read_summary(player.store.solves, EASY)
    assert (summary.count, summary.best_moves, summary.best_efficiency) == (9, 9, 1)
    assert summary.best_seconds == pytest.approx(4.998)


def test_a_retry_is_marked_and_sets_no_record(player):
    first = player.solve(seconds=9, again=True)
    retry = player.solve(seconds=3, again=True)
    get, figures = player.store.solves.get, read_summary(player.store.solves, EASY)
    assert (get(first).unranked, get(retry).unranked) == ("", "retry")
    assert player.beaten == ()
    assert (figures.count, figures.best_seconds) == (1, 9.0)
    assert player.store.solves.bests(EASY).seconds == 9.0
    assert "retry" in as_csv(EASY, player.store.solves.all_rows(EASY))
    player.store.solves.delete(EASY, first)
    assert get(player.solve(seconds=2, again=True)).unranked == "retry", "the record remains"


def test_a_board_solved_by_one_move_sets_no_record(player):
    one_move = shuffle(2, 3, 1, seed=1)
    mine = player.solve(one_move)
    assert player.store.solves.get(mine).unranked == "first move"
    assert read_summary(player.store.solves, EASY).count == 0
    assert player.store.solves.get(player.solve(one_move, detour=1)).unranked == ""


def test_solves_with_help_and_other_kinds_do_not_affect_records(player):
    player.solve(seconds=20, detour=1, assisted=True)
    assert player.beaten == ()
    player.solve(seconds=9, coached=True)
    assert player.beaten == ()
    player.solve(shuffle(2, 2, 3, seed=1), seconds=1)
    assert read_summary(player.store.solves, EASY).count == 0
    for seconds, is_helped, beaten in ((30, False, ()), (1, True, ()), (29, False, ("time",))):
        player.solve(seconds=seconds, coached=is_helped)
        assert player.beaten == beaten


def test_a_play_whose_solve_was_deleted_does_not_count_again(player):
    player.store.solves.delete(EASY, player.solve(seconds=9))
    player.game.undo()
    player.game.slide([SHUFFLED.shuffle[0].inverse])
    assert record(player.store, player.game.saved, ShortestLength()).beaten == ()
    assert (player.store.solves.count(EASY), player.solve_id) == (0, None)


def test_a_slide_of_several_tiles_is_several_moves_and_one_slide(player):
    goal = Board.solved(2, 3)
    away = next(move for move in (Move.LEFT, Move.RIGHT) if move in goal.legal_moves())
    start = goal.apply_all([away, away])
    player.game.begin(Scenario(start, goal, seed=7, shuffle_moves=9, difficulty="easy"))
    player.game.start_move()
    player.game.slide([away.inverse] * 2)
    record(player.store, player.game.saved, ShortestLength())
    [row] = player.store.solves.all_rows(EASY)
    assert (row.move_count, row.slides) == (2, 1)
    [line] = csv.DictReader(as_csv(EASY, [row]).splitlines())
    assert (line["moves"], line["slides"]) == ("2", "1")


# ---- Two windows ------------------------------------------------------------------------


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from("sshaodlx"), st.integers(0, 20)), max_size=25))
def test_figures_are_correct_after_actions_in_two_windows(actions):
    with tempfile.TemporaryDirectory() as name:
        one, two = Player(Path(name)), Player(Path(name))
        expected: dict[int, list] = {}  # by id: seconds, shortest, with help
        for action, value in actions:
            ids = sorted(expected)
            number = ids[value % len(ids)] if ids else 0
            if action in "shao":
                window, help_ = two if action == "o" else one, (action == "a", action == "h")
                window.solve(seconds=float(value), assisted=help_[0], coached=help_[1])
                expected[window.solve_id] = [round(window.game.play.seconds, 3), None, help_]
            elif action == "l" and ids:
                one.store.solves.learn_shortest(number, value + 1)
                expected[number][1] = value + 1
            elif action in "dx" and ids:
                (one if action == "d" else two).store.solves.delete(EASY, number)
                del expected[number]
            for window in (one, two) if value % 2 else (two,):
                summary = read_summary(window.store.solves, EASY)
                counted = [solve for solve in expected.values() if not any(solve[2])]
                times = [seconds for seconds, *_ in counted]
                assert (
                    summary.count
                    == len(counted)
                    == len(read_curve(window.store.solves, EASY).points)
                )
                assert summary.best_seconds == min(times, default=None)
                ids = [9 / shortest for _, shortest, _ in counted if shortest]
                assert summary.best_efficiency == min(ids, default=None)
                assert window.store.solves.bests(EASY) == Bests(
                    summary.best_seconds, summary.best_moves, summary.best_efficiency
                )
                latest = window.store.solves.times(EASY, 0).latest
                assert latest == pytest.approx(times[:-13:-1])
                five = summary.averages[5].current
                mean = averages(times[-5:], 5)[0] if len(times) >= 5 else None
                assert (five and five.seconds) == (mean and pytest.approx(mean))
                rows = read_rows(window.store.solves, EASY)
                assert [row.id for row in rows] == sorted(expected, reverse=True)
                for row in rows:
                    _, shortest, help_ = expected[row.id]
                    assert (row.assisted, row.coached) == help_
                    assert row.shortest == window.store.solves.get(row.id).shortest == shortest
                    assert row.lost == (9 - shortest if shortest else None)
        for window in (one, two):
            window.store.close()
            assert window.store.take_trouble() == ""


# ---- Relays -----------------------------------------------------------------------------


def test_relays_have_splits_figures_and_a_list(player):
    generator = random.Random(1)
    for number in range(12):
        splits = [(generator.uniform(1, 9), generator.randrange(5, 90)) for _ in range(4)]
        player.store.solves.keep_relay(splits, assisted=number == 5)
    rows = read_rows(player.store.solves, RelayKind())
    assert [row.id for row in rows] == list(range(12, 0, -1))
    assert rows[0].splits == tuple(
        Split(side, side, seconds, moves)
        for side, (seconds, moves) in zip((2, 3, 4, 5), splits, strict=True)
    )
    assert rows[0].seconds == pytest.approx(sum(seconds for seconds, _ in splits))
    assert rows[0].move_count == sum(moves for _, moves in splits)
    counted = [row for row in rows if not row.assisted]
    summary = read_summary(player.store.solves, RelayKind())
    assert (summary.count, player.store.solves.count(RelayKind())) == (11, 12)
    assert summary.best_seconds == pytest.approx(min(row.seconds for row in counted), abs=0.001)
    assert summary.best_moves == min(row.move_count for row in counted)
    (mean,) = averages([row.seconds for row in counted[:5]], 5)
    assert summary.averages[5].current.seconds == pytest.approx(mean, abs=0.001)
    assert summary.best_efficiency is None
    assert len(read_curve(player.store.solves, RelayKind()).points) == 11


def test_the_best_relay_is_the_fastest_without_help(player):
    solves = player.store.solves
    for seconds, is_helped in ((3.0, False), (1.0, True), (2.0, False)):
        solves.keep_relay([(seconds, 4)] * 4, assisted=is_helped)
    assert [split.seconds for split in solves.best_relay()] == [2.0] * 4


def test_a_relay_and_a_solve_can_have_the_same_id(player):
    number = player.solve()
    for seconds in (1.0, 2.0):
        player.store.solves.keep_relay([(seconds, 4)] * 4, assisted=False)
    assert read_summary(player.store.solves, RelayKind()).best_efficiency is None
    player.store.solves.learn_shortest(number, 3)
    assert read_summary(player.store.solves, EASY).best_efficiency == 3
    relays = read_summary(player.store.solves, RelayKind())
    assert (relays.best_efficiency, relays.best_seconds) == (None, 4)
    player.store.solves.delete(RelayKind(), number)
    assert [row.id for row in read_rows(player.store.solves, RelayKind())] == [2]
    assert read_summary(player.store.solves, RelayKind()).best_seconds == 8
    assert [row.id for row in read_rows(player.store.solves, EASY)] == [number]
    player.store.solves.delete(EASY, number)
    assert player.store.solves.count(RelayKind()) == 1


# ---- Files of comma-separated values ----------------------------------------------------


def test_the_list_is_exported_with_all_figures(player, tmp_path):
    player.solve(seconds=4.5, shortest=7)
    player.solve(seconds=2, coached=True)
    sql(tmp_path, "UPDATE solves SET solved_at = 1795295527.9 WHERE id = 1")
    rows = list(csv.DictReader(as_csv(EASY, player.store.solves.all_rows(EASY)).splitlines()))
    assert [int(row["coached"]) for row in rows] == [0, 1]
    scenario, row = SHUFFLED, rows[0]
    assert datetime.fromisoformat(row.pop("date")).timestamp() == 1795295527
    assert (
        row.items()
        >= {
            "seed": "2",
            "start": str(scenario.start),
            "goal": "standard",
            "time": "4.500",
            "moves": "9",
            "shortest": "7",
            "lost": "2",
            "moves a second": "2.00",
            "assisted": "0",
            "coached": "0",
            "path": "".join(move.inverse.letter for move in reversed(scenario.shuffle)),
        }.items()
    )
    assert (rows[1]["shortest"], rows[1]["lost"]) == ("", "")


def test_relays_are_exported_with_their_splits(player):
    player.store.solves.keep_relay([(1.25, 4), (2.5, 20), (30, 90), (60.75, 200)], assisted=True)
    (row,) = csv.DictReader(
        as_csv(RelayKind(), player.store.solves.all_rows(RelayKind())).splitlines()
    )
    assert (row["time"], row["moves"], row["assisted"]) == ("94.500", "314", "1")
    assert (row["3x3 time"], row["3x3 moves"], row["5x5 time"]) == ("2.500", "20", "60.750")


def test_a_list_is_exported_in_order_without_deleted_solves(player):
    numbers = [player.solve(seconds=1 + second) for second in range(5)]
    player.store.solves.delete(EASY, numbers[3])
    rows = list(csv.DictReader(as_csv(EASY, player.store.solves.all_rows(EASY)).splitlines()))
    assert [float(row["time"]) for row in rows] == [1, 2, 3, 5]


# ---- Other versions and invalid rows
# -------------------------------------------------------------------


def test_an_unknown_difficulty_of_a_newer_version_is_skipped(player, tmp_path):
    player.solve()
    sql(tmp_path, "UPDATE solves SET difficulty = 'cruel'")
    assert player.store.solves.kinds() == []
    assert player.store.solves.get(1).category is None


def test_a_title_that_is_no_text_does_not_hide_a_solve(player, tmp_path):
    player.solve()
    sql(tmp_path, "UPDATE solves SET title = CAST(x'ff41' AS TEXT)")
    assert player.store.solves.get(1).title == "\N{REPLACEMENT CHARACTER}A"


@pytest.mark.parametrize(
    ("change", "question"),
    [
        ("UPDATE solves SET rows = 99", lambda store: store.solves.kinds()),
        ("UPDATE solves SET moves = 'X'", lambda store: store.solves.get(1)),
        ("UPDATE solves SET moves = 'UUUUUUUUU'", lambda store: store.solves.get(1)),
        ("UPDATE solves SET times = '1'", lambda store: store.solves.get(1)),
        ("UPDATE solves SET seconds = 'soon'", lambda store: read_rows(store.solves, EASY)),
        ("UPDATE solves SET move_count = 'many'", lambda store: read_rows(store.solves, EASY)),
        ("UPDATE relays SET splits = '7'", lambda store: read_rows(store.solves, RelayKind())),
    ],
)
def test_invalid_solves_are_reported_once(tmp_path, change, question):
    player = Player(tmp_path)
    player.solve()
    player.store.solves.keep_relay([(1.0, 4)] * 4, assisted=False)
    sql(tmp_path, change)
    assert not question(player.store)
    assert "the statistics cannot be read (" in player.store.take_trouble()
    assert not question(player.store)
    assert player.store.take_trouble() == ""
    player.store.close()


@pytest.mark.parametrize(
    "value", ["-1", "9e99", "-9e99", "'x'", "9223372036854775807", "x'ff'", "1e999"]
)
@pytest.mark.parametrize("name", ["seconds", "move_count", "solved_at", "shortest"])
def test_an_invalid_number_does_not_affect_other_solves(player, tmp_path, name, value):
    player.solve(seconds=4)
    player.solve(seconds=8)
    sql(tmp_path, f"UPDATE solves SET {name} = {value} WHERE id = 1")
    player.store.solves.delete(EASY, 99)  # of another category
    counted = read_summary(player.store.solves, EASY)
    assert counted.count == 2
    assert counted.best_seconds <= 8
    player.store.solves.delete(EASY, 1)
    assert read_summary(player.store.solves, EASY).best_seconds == pytest.approx(8)


def test_no_query_scans_all_solves(player):
    player.solve()
    connection = player.store.connection
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    player.store.solves.kinds()
    read_summary(player.store.solves, EASY)
    read_rows(player.store.solves, EASY)
    player.store.solves.get(1)
    player.store.solve_id(1)
    player.store.solves.learn_shortest(1, 9)
    player.store.solves.delete(EASY, 1)
    connection.set_trace_callback(None)
    questions = [words for words in statements if words.startswith(("SELECT", "UPDATE"))]
    plans = [
        row[3] for words in questions for row in connection.execute(f"EXPLAIN QUERY PLAN {words}")
    ]
    assert len(questions) >= 7
    assert not [plan for plan in plans if plan.startswith("SCAN") and "COVERING" not in plan]


def test_the_work_of_a_new_solve_does_not_depend_on_the_number_of_solves(player):
    number = player.solve(shortest=7)
    solves, connection = player.store.solves, player.store.connection
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    def work() -> int:
        nonlocal steps
        steps = 0
        connection.set_progress_handler(count, 1)
        solves.kinds()
        solves.bests(EASY)
        solves.bests(EASY, is_multi_tile=True)
        solves.times(EASY, 0)
        solves.days()
        connection.set_progress_handler(None, 1)
        return steps

    names = [row[1] for row in connection.execute("PRAGMA table_info(solves)")]
    columns = ", ".join(names[3:])

    def add(many: int) -> None:
        connection.execute(
            "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            f" INSERT INTO solves (game, number, {columns})"
            f" SELECT 99, i + (SELECT count(*) FROM solves), {columns}"
            " FROM n, (SELECT * FROM solves WHERE id = ?)",
            (many, number),
        )

    add(15)  # more than the latest times
    few = work()
    add(500)
    assert (solves.count(EASY), work()) == (516, few)


def test_bests_are_those_of_solves_that_are_neither_marked_nor_deleted(tmp_path: Path) -> None:
    window, other = Player(tmp_path), Player(tmp_path)
    for seconds in (9.0, 7.0, 8.0):
        window.solve(seconds=seconds, shortest=9)
    fastest = other.solve(seconds=5.0, detour=2)
    assert fastest is not None
    assert window.store.solves.bests(EASY) == Bests(5.0, 9, 1.0)
    other.store.solves.mark(fastest, DNF)
    window.store.solves.learn_shortest(fastest, 3)
    assert window.store.solves.times(EASY, 0).latest == (math.inf, 8.0, 7.0, 9.0)
    assert window.store.solves.bests(EASY) == Bests(7.0, 9, 1.0)
    other.store.solves.delete(EASY, 2)
    assert window.store.solves.bests(EASY).seconds == 8.0


def test_the_days_of_solves_are_those_of_all_solves(player, tmp_path):
    generator = random.Random(1)
    expected = set()
    for number in range(40):
        player.solve()
        at = 1.7e9 + generator.uniform(0, 30) * 86_400
        sql(tmp_path, f"UPDATE solves SET solved_at = {at} WHERE id = {number + 1}")
        expected.add(date.fromtimestamp(at))
    assert player.store.solves.days() == expected
    # a solve that was given up is no solve
    sql(tmp_path, "UPDATE solves SET penalty = 'DNF' WHERE solved_at <"
                  " (SELECT max(solved_at) FROM solves)")  # fmt: skip
    assert player.store.solves.days() == {max(expected)}


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="Windows has no such time zone")
def test_days_and_answers_belong_to_local_dates(player, tmp_path, monkeypatch):
    player.solve()
    sql(tmp_path, "UPDATE solves SET solved_at = 1700000000")  # 22:13 on 14 November in UTC
    player.store.practice.add_cards([CARD])
    player.store.practice.answer(CARD, True, 1_700_000_000)
    with monkeypatch.context() as patch:
        for zone, day in (("EAST-9", 15), ("WEST+9", 14)):
            patch.setenv("TZ", zone)
            time.tzset()
            assert player.store.solves.days() == {date(2023, 11, day)}
            assert [each.day for each in player.store.practice.drill_curve()] == [
                date(2023, 11, day)
            ]
    time.tzset()
