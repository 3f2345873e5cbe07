"""What the coach says of the board that is played: hints, moves left and lost."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.game import wording
from puzzler.game.coach.distances import CELLS_FOR_TABLES, Purpose, Shortest
from puzzler.game.coach.hints import Hint
from puzzler.game.coach.line import CoachLine, at_least_so_far, coached, lost_between
from puzzler.game.play.editing import Editing
from puzzler.game.present import Present
from puzzler.search.engine.measuring import Question


class Advice:
    """Brings the coach's answers to the person; nothing waits for them."""

    def __init__(self, present: Present) -> None:
        self._present = present
        self._sitting = present.sitting
        self._asked_for: tuple[Board, Board, Board | None] | None = None  # by the coach's line

    @property
    def hint(self) -> Hint | None:
        """The hint to be shown, if one was asked for on this very board."""
        is_played = self._present.is_playing
        return self._sitting.coach.hint(self._sitting.board) if is_played else None

    @property
    def line(self) -> CoachLine | None:
        """What the coach says while one plays; None where it is off, or has nothing to say."""
        if not self._is_coaching:
            return None
        sitting, distances = self._sitting, self._sitting.distances
        play, goal = sitting.game.present, sitting.goal
        left = at_least_so_far(distances.shortest(play.board, goal), play.board, goal)
        first = distances.shortest(play.scenario.start, goal)
        slid_from = self._present.playing.slid_from
        last_lost = 0
        if slid_from is not None:
            before = distances.shortest(slid_from, goal)
            last_lost = lost_between(before, left, len(play.moves)) or 0
        return CoachLine(
            left,
            lost_between(first, left, play.move_count),
            distances.first_moves(play.board, goal),
            last_lost,
        )

    @property
    def green_cells(self) -> tuple[int, ...]:
        """The cells beside the blank whose tile begins a shortest solution, while one is coached.

        A click that slides several tiles begins with the one beside the blank.
        """
        board = self._sitting.board
        if not self._is_coaching:
            return ()
        moves = self._sitting.distances.first_moves(board, self._sitting.goal)
        return tuple(sorted(board.target(move) for move in moves or ()))

    @property
    def shortest(self) -> Shortest:
        """What is known of the shortest solution from the scenario's start; of a draft nothing."""
        if isinstance(self._present.activity, Editing):
            return Shortest()
        scenario = self._sitting.game.present.scenario
        return self._sitting.distances.shortest(scenario.start, scenario.goal)

    def ask_hint(self) -> None:
        """Ask for a hint: first for the tile, and again for its move. The play is assisted then.

        ``hint`` tells it, at once or as soon as a quick search has found it. While a search runs it
        is refused: no key ends a search but those that say so.
        """
        present, sitting = self._present, self._sitting
        if isinstance(present.activity, Editing) or present.activity.is_aside:
            return
        if present.is_searching:
            present.refuse(wording.HINT_WHILE_SEARCHING)
            return
        present.stop()
        if sitting.board == sitting.goal:
            sitting.say(wording.ALREADY_SOLVED)
            return
        sitting.say(wording.THINKING)
        sitting.coach.ask(sitting.board, sitting.goal)
        self._think()

    def tick(self) -> None:
        """Let the coach work: on the hint that was asked for, its line, and the shortest length."""
        scenario, before = self._sitting.game.present.scenario, self._shortest_searched
        distances = self._sitting.distances
        distances.memory_bytes = self._sitting.settings.limit.memory_bytes
        distances.ask(Purpose.START, (Question(scenario.start, scenario.goal),))
        self._ask_for_line()
        distances.tick(is_free=not self._present.has_search)
        if before is None:
            self._say_worth()
        self._think()
        if self._is_coaching and not self._sitting.game.present.coached:
            self._sitting.game.coach()
            self._sitting.changed()

    @property
    def _is_coaching(self) -> bool:
        """The coach speaks: somebody who wants it sees a board that is not solved."""
        present = self._present
        return (
            self._sitting.settings.coach
            and present.is_playing
            and not present.playing.is_covering
            and self._sitting.board != self._sitting.goal
        )

    def _ask_for_line(self) -> None:
        """Have proven what the coach has to know; once a board, for frames are many."""
        sitting = self._sitting
        board, goal = sitting.board, sitting.goal
        asked_for = (board, goal, self._present.playing.slid_from) if self._is_coaching else None
        if asked_for == self._asked_for:
            return
        self._asked_for = asked_for
        questions: list[Question] = []
        if asked_for is not None:
            is_large = len(board.tiles) > CELLS_FOR_TABLES
            questions = [Question(board, goal)] if is_large else coached(*asked_for)
        sitting.distances.ask(Purpose.COACH, questions)

    @property
    def _shortest_searched(self) -> int | None:
        """The length of the shortest solution of the board whose search is shown, where known."""
        run = self._sitting.runs.shown
        return None if run is None else self._sitting.distances.shortest(run.start, run.goal).moves

    def _say_worth(self) -> None:
        """Say what the answer on show is worth as soon as more is known, where that is the line."""
        sitting, run, shortest = self._sitting, self._sitting.runs.shown, self._shortest_searched
        if run is None or run.result is None or shortest is None:
            return
        if sitting.stage.message == wording.outcome(run.result):
            sitting.say(wording.outcome(run.result, shortest))

    def _think(self) -> None:
        """Tell the hint that was asked for, as soon as it is known."""
        sitting = self._sitting
        is_told = sitting.coach.think()
        if is_told:
            sitting.game.assist()
            sitting.changed()
        if is_told is not None:
            hint = sitting.coach.hint(sitting.board)
            sitting.say(wording.hint(hint) if hint is not None else wording.NO_HINT)
