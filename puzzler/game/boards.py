"""The boards of a session: new ones, the same from its start."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.scenario import Scenario
from puzzler.game.activities.shuffling import Shuffling
from puzzler.game.dealing import chosen, deal, goal_after
from puzzler.game.play.category import Category
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.goals import goal_from_text, name_of_goal
from puzzler.game.play.seed import parse_seed
from puzzler.game.play.statistics import Summary
from puzzler.game.present import Present


class Boards:
    """What is played, and what comes next."""

    def __init__(self, present: Present) -> None:
        self._present = present
        self._sitting = present.sitting

    @property
    def goal_name(self) -> str:
        """A name in GOALS, or "own"."""
        return name_of_goal(self._present.activity.goal)

    @property
    def seed_text(self) -> str:
        """The seed of the present shuffle, to be copied; "" where the board was not shuffled."""
        seed = self._present.activity.play.scenario.seed
        return "" if seed is None else str(seed)

    @property
    def category(self) -> Category | None:
        """What this play is compared with; None where the board was not shuffled."""
        return Category.of(self._present.activity.play)

    @property
    def summary(self) -> Summary:
        """The figures of plays like this one; empty where it has no equals."""
        return self._sitting.score.summary(self.category)

    def restart(self) -> None:
        """The same scenario from its start."""
        self._present.hush_and_stop()
        sitting, play = self._sitting, self._sitting.game.play
        if play.board != play.scenario.start or play.move_count:
            sitting.game.restart()
            sitting.stage.jump(play.board, sitting.board)
            sitting.runs.turn_to(sitting.board, sitting.goal)
            sitting.changed()
        sitting.coach.drop()

    def new(
        self,
        rows: int | None = None,
        columns: int | None = None,
        seed: int | None = None,
        *,
        goal: Board | str | None = None,
        difficulty: Difficulty | None = None,
    ) -> None:
        """A freshly shuffled board, by default of the present shape; BoardError where it cannot be.

        goal: a board, or a name in GOALS; by default it stays as it is, where it has a name also in
        another shape. What is named here is chosen for later, too.
        """
        self._present.hush_and_stop()
        sitting, before = self._sitting, self._sitting.board
        if isinstance(goal, Board):
            rows, columns = rows or goal.rows, columns or goal.columns
        size = rows or before.rows, columns or before.columns
        settings = chosen(sitting.settings, size if rows or columns else None, goal, difficulty)
        if goal is None:
            goal = goal_after(sitting.goal, size, settings)
        elif isinstance(goal, str):
            goal = goal_from_text(goal, *size)
        scenario = deal(settings, size, seed=seed, goal=goal)
        sitting.begin(scenario)
        sitting.choose(settings)
        self.show_shuffle(scenario, before)

    def paste_seed(self, text: str) -> bool:
        """A board shuffled by the seed in ``text``; False where it is none, and why is said."""
        try:
            seed = parse_seed(text)
        except PuzzlerError as error:
            self._present.refuse(str(error))
            return False
        self.new(seed=seed)
        return True

    def show_shuffle(self, scenario: Scenario, before: Board) -> None:
        """Show how ``scenario`` was shuffled, unless the person wants no show.

        before: the board on show until now.
        """
        sitting = self._sitting
        if sitting.settings.instant_shuffle or sitting.settings.reduced_motion:
            sitting.stage.jump(before, sitting.board)
        else:
            self._present.enter(Shuffling(sitting, scenario, before))
