"""What the coach says of the board that is played: hints when asked, and the shortest length."""

from __future__ import annotations

from puzzler.game import wording
from puzzler.game.activities.editing import Editing
from puzzler.game.activities.playing import Playing
from puzzler.game.coach.distances import Purpose, Shortest
from puzzler.game.coach.hints import Hint
from puzzler.game.present import Present
from puzzler.search.engine.measuring import Question


class Advice:
    """Brings the coach's answers to the person; nothing waits for them."""

    def __init__(self, present: Present) -> None:
        self._present = present
        self._sitting = present.sitting

    @property
    def hint(self) -> Hint | None:
        """The hint to be shown, if one was asked for on this very board."""
        is_played = isinstance(self._present.activity, Playing)
        return self._sitting.coach.hint(self._sitting.board) if is_played else None

    @property
    def shortest(self) -> Shortest:
        """What is known of the shortest solution from the scenario's start; of a draft nothing."""
        if isinstance(self._present.activity, Editing):
            return Shortest()
        scenario = self._sitting.game.play.scenario
        return self._sitting.distances.shortest(scenario.start, scenario.goal)

    def ask_hint(self) -> None:
        """Ask for a hint: first for the tile, and again for its move. The play is assisted then.

        ``hint`` tells it, at once or as soon as a quick search has found it. While a search runs it
        is refused: no key ends a search but those that say so.
        """
        present, sitting = self._present, self._sitting
        if isinstance(present.activity, Editing):
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
        """Let the coach work: on the hint that was asked for, and on the present distance."""
        scenario, before = self._sitting.game.play.scenario, self._shortest_searched
        self._sitting.distances.memory_bytes = self._sitting.settings.limit.memory_bytes
        question = Question(scenario.start, scenario.goal)
        self._sitting.distances.ask(Purpose.START, [question])
        self._sitting.distances.tick(is_free=not self._present.has_search)
        if before is None:
            self._say_worth()
        self._think()

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
