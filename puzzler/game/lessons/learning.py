"""The activities of lessons: the list, a step with a search, and a step to play by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from puzzler.board.move import Move
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.core.activity import ActivitySwitch, Aside, BoardInput, Page, Reply
from puzzler.game.core.feedback import Happening
from puzzler.game.core.game import Play
from puzzler.game.core.playback import Playback
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.search_activity import InspectionContext
from puzzler.game.lessons.guide import Advice, Guide
from puzzler.game.lessons.lesson import LessonStep, Trial
from puzzler.search.custom.source import CodeFile
from puzzler.search.method import Method

GOAL_HAS_NO_SEARCH = "That is the goal: nothing to search"
ANSWER_FIRST = "Answer the question first, or press Explore"
NOT_A_NUMBER = "Write a number such as 12, 1,204 or 1.5"


class Browsing(Page):
    """The list of lessons."""

    shows_lessons = True


class Learning(Inspecting):
    """A step with a search. All actions of the Lab work, and tiles can be moved."""

    board_input = BoardInput.DRAG

    def __init__(
        self,
        inspection: InspectionContext,
        trial: Trial,
        on_answer: Callable[[bool], None],
        code: Callable[[], CodeFile | None],
        on_skip: Callable[[], None],
        is_hidden: Callable[[], bool],
        on_reload: Callable[[], None],
    ) -> None:
        """on_answer: called after every prediction with whether it was right.

        code: returns the user's heuristic, if the step requires one. on_skip: called when a
        prediction is left without an answer. is_hidden: whether a question is open and the
        search is not shown. The search then does not move unless ``is_explored``. on_reload:
        called when that heuristic or other user code of the search has changed.
        """
        start = trial.problem.start
        super().__init__(inspection, trial.problem, trial.method, (start,), trial.moment)
        self.trial = trial
        """The search of the step; ``show_trial`` replaces it."""
        self._on_answer = on_answer
        self._code = code
        self._on_skip = on_skip
        self._is_hidden = is_hidden
        self._on_reload = on_reload
        self.is_explored = False
        """Whether the whole Lab is shown."""

    @property
    def is_away(self) -> bool:
        """Whether another board, method or moment than the step's is shown."""
        state, moment = self.state(), self.trial.moment
        if self.is_elsewhere or state.is_predicting:
            return self.is_elsewhere
        if moment is None:
            return not state.is_at_end and not state.is_running
        here = state.expansions if state.target is None else state.target
        target = min(moment, state.last_known) if state.is_end_known else moment
        return state.is_running or here != target

    @property
    def is_elsewhere(self) -> bool:
        """Whether another board or method than the step's is shown."""
        return (self.problem, self.method) != (self.trial.problem, self.trial.method)

    def show_trial(self, trial: Trial) -> None:
        """Show the search of ``trial`` at its moment."""
        self.trial = trial
        super().stop_asking()  # the lesson asks again or has another step: this is no skip
        if self.is_elsewhere:
            self.take(trial.problem, trial.method)
        if trial.moment is None:
            super().to_end()
        else:
            super().seek(trial.moment)

    def is_held(self) -> bool:
        """Whether the search must not move; shows a message if so."""
        is_held = self._is_hidden() and not self.is_explored
        if is_held:
            self._refuse(ANSWER_FIRST)
        return is_held

    def step(self, count: int) -> None:
        if not self.is_held():
            super().step(count)

    def seek(self, position: int) -> None:
        if not self.is_held():
            super().seek(position)

    def to_end(self) -> None:
        if not self.is_held():
            super().to_end()

    def toggle_pause(self) -> None:
        if not self.is_held():
            super().toggle_pause()

    def take(self, problem: Problem, method: Method | None = None) -> None:
        """Search from another board, by default with the current method."""
        self.own_path = (problem.start,)
        self.restart(problem, method or self.method)

    @property
    def followed(self) -> Method:
        code = self._code()
        return self.method if code is None else replace(self.method, heuristic=code.name)

    def _reload(self) -> None:
        super()._reload()
        self._on_reload()

    def answer(self, choice: int) -> None:
        """Answer as in the Lab and call ``on_answer``."""
        had_question = self._question is not None
        super().answer(choice)
        if had_question and self._verdict is not None:
            self._on_answer(self._verdict.is_right)

    def stop_asking(self) -> None:
        """Stop asking; a question without an answer is skipped."""
        is_open = self._question is not None or self._is_asking
        super().stop_asking()
        if is_open:
            self._on_skip()

    def set_method(self, method: Method) -> None:
        if not self.is_held():
            super().set_method(method)

    def click(self, cell: int) -> Reply:
        if self.is_held():
            return Reply.REFUSED
        moves = self.board.moves_to_slide(cell)
        after = self.board.apply_all(moves)
        if not moves or after == self.goal:
            return self._refuse(GOAL_HAS_NO_SEARCH if moves else "")
        self._context.feedback.happen(Happening.SLID)
        self.take(Problem(after, self.goal))
        return Reply.DONE


_WAS_SHOWN = "Moves were shown: not done yet."


class Trying(Aside):
    """A step to play by hand. The play does not change the game and sets no record."""

    timeline: Playback | None = None
    """The moves that are demonstrated."""
    has_track = False

    def __init__(
        self, context: ActivitySwitch, step: LessonStep, on_reach: Callable[[], object]
    ) -> None:
        """on_reach: called when the player has reached the target without shown moves."""
        super().__init__(context)
        self._on_reach, self._was_shown = on_reach, False
        self.advice: Advice | None = None
        """The next target; None if the step has none."""
        self._moves: tuple[Move, ...] = ()
        self.trial, self._target = step.trial, step.target
        self._start(step.trial.problem)

    @property
    def play(self) -> Play:
        start, goal = self._problem.start, self._problem.goal
        moves = self._all_moves
        return Play(
            scenario=Scenario(start, goal),
            board=start.apply_all(moves),
            move_count=len(moves),
        )

    @property
    def _all_moves(self) -> tuple[Move, ...]:
        """The player's moves and those that have been demonstrated."""
        shown = self.timeline
        return self._moves if shown is None else (*self._moves, *shown.moves[: shown.position])

    @property
    def is_away(self) -> bool:
        """Whether a tile has been moved."""
        return self.board != self.trial.problem.start

    @property
    def is_locked(self) -> bool:
        return self.board == self.goal if self.advice is None else self.advice.is_reached

    @property
    def can_undo(self) -> bool:
        return bool(self._all_moves)

    def show_step(self, step: LessonStep) -> None:
        """Show the start of ``step``."""
        self._target = step.target
        self.show_trial(step.trial)

    def show_trial(self, trial: Trial) -> None:
        """Show the start of ``trial``."""
        self.trial = trial
        self.take(trial.problem)

    def take(self, problem: Problem) -> None:
        """Play another board."""
        self._start(problem)
        self._context.feedback.change(self.board)

    def _start(self, problem: Problem) -> None:
        self._problem, self._moves, self.timeline = problem, (), None
        self._was_shown = False
        tiles = {*problem.goal.tiles}
        can_guide = self._target and {*self._target} < tiles and not problem.goal.tiles[-1]
        self._guide = Guide(problem.goal, self._target) if can_guide else None
        self._advise()

    def _advise(self) -> None:
        count = len(self._all_moves)
        self.advice = None if self._guide is None else self._guide.advise(self.board, count)
        if self.advice is not None and self.advice.is_reached and self._was_shown:
            self.advice = replace(self.advice, comment=_WAS_SHOWN)

    def demonstrate(self) -> None:
        """Play the suggested moves to the next target. Any input of the player ends this."""
        self._end_demonstration()
        moves = [] if self._guide is None else self._guide.path(self.board)
        if moves:
            self._was_shown = True
            speed = self._context.settings.speed_of(len(moves))
            self.timeline = Playback(self.board, speed, moves, is_playing=True, is_complete=True)

    def _end_demonstration(self) -> None:
        self._moves, self.timeline = self._all_moves, None

    def tick(self, elapsed: float) -> None:
        if self.timeline is None:
            return
        before = self.board
        super().tick(elapsed)
        if self.timeline.is_at_end:
            self._end_demonstration()
        if self.board != before:
            self._advise()

    def step(self, count: int) -> None:
        super().step(count)
        self._advise()

    def undo(self) -> Reply:
        self._end_demonstration()
        if not self._moves:
            return Reply.REFUSED
        self._moves = self._moves[:-1]
        self._context.feedback.change(self.board)
        self._advise()
        return Reply.DONE

    def slide(self, moves: tuple[Move, ...]) -> Reply:
        feedback = self._context.feedback
        self._end_demonstration()
        is_refused = self.is_locked or not moves
        if is_refused:
            return self._refuse()
        feedback.glide(self.board, moves)
        feedback.happen(Happening.SLID)
        self._moves = (*self._moves, *moves)
        self._advise()
        if self.is_locked:
            feedback.happen(Happening.SOLVED)
            if self.advice is not None and not self._was_shown:
                self._on_reach()
        return Reply.DONE
