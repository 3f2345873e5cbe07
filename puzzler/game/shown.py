"""What there is to see of a session: everything that a window reads to draw."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.game.activity import Activity
from puzzler.game.coach.advice import Advice
from puzzler.game.coach.distances import Shortest
from puzzler.game.coach.hints import Hint
from puzzler.game.coach.line import CoachLine
from puzzler.game.play.boards import Boards
from puzzler.game.play.challenges import Training
from puzzler.game.play.editing import Editing
from puzzler.game.play.finish import Finish
from puzzler.game.play.relay import RelayState
from puzzler.game.play.settings import Settings
from puzzler.game.play.shuffling import Shuffling
from puzzler.game.present import Present
from puzzler.game.sitting import Sitting
from puzzler.game.watch.run import Run
from puzzler.game.watch.searches import Searches
from puzzler.search.method import Method
from puzzler.solver.messages import Progress
from puzzler.solver.preparation import Preparation, PreparationState


class Shown:
    """Read at any time; nothing here changes anything. ``Session`` adds what a person does."""

    sitting: Sitting
    """What every activity shares."""
    boards: Boards
    """What is played, and what comes next."""
    searches: Searches
    """What was searched and can be searched: rows, tracks and the method to come."""
    _present: Present
    _advice: Advice
    _training: Training

    @property
    def activity(self) -> Activity:
        """What is going on."""
        return self._present.activity

    @property
    def kept_settings(self) -> Settings:
        """What to keep for the next time: ``settings``, less what holds for this session only."""
        return self.sitting.kept_settings

    @property
    def preparation(self) -> Preparation:
        """Its ``state`` and ``message`` tell about the first compile; closed with the session."""
        return self.sitting.preparation

    @property
    def board(self) -> Board:
        """What is to be shown now."""
        return self.activity.board

    @property
    def goal(self) -> Board:
        """The board to reach."""
        return self.activity.goal

    @property
    def scenario(self) -> Scenario:
        """What is being played, or drawn, and where it came from."""
        return self.activity.play.scenario

    @property
    def move_count(self) -> int:
        """Steps of the blank in this play, those of a playback included."""
        return self.activity.play.move_count

    @property
    def seconds(self) -> float:
        """Play timer, from the first move to the goal; stands while the machine has the board."""
        return self.activity.play.seconds

    @property
    def is_timing(self) -> bool:
        """The play timer runs: wake once a second to draw it."""
        return self.sitting.game.is_timing

    @property
    def is_solved(self) -> bool:
        """The board shown is the goal, and not only because a shuffle or a draft begins there."""
        is_reached = not isinstance(self.activity, Shuffling | Editing)
        return is_reached and self.board == self.goal

    @property
    def assisted(self) -> bool:
        """The machine has shown moves of an answer to this scenario."""
        return self.activity.play.assisted

    @property
    def can_undo(self) -> bool:
        """There is an action to take back, or a playback or a draft to leave."""
        return self.activity.can_undo

    @property
    def can_redo(self) -> bool:
        """The last action was an undo."""
        return self.activity.can_redo

    @property
    def shortest(self) -> Shortest:
        """What is known of the shortest solution from the scenario's start; of a draft nothing."""
        return self._advice.shortest

    @property
    def hint(self) -> Hint | None:
        """The hint to be shown, if one was asked for on this very board."""
        return self._advice.hint

    @property
    def coach(self) -> CoachLine | None:
        """What the coach says; None where it is off, or where nobody plays a board to be solved."""
        return self._advice.line

    @property
    def green_cells(self) -> tuple[int, ...]:
        """With the coach: the cells whose click begins a shortest solution, as far as proven."""
        return self._advice.green_cells

    @property
    def finish(self) -> Finish | None:
        """What the solve came to that the last action was; None after any other action."""
        return self._present.playing.finish if self._present.is_playing else None

    @property
    def method(self) -> Method:
        """What a search that begins now would search with, as the settings say."""
        return self.searches.method

    @property
    def run(self) -> Run | None:
        """The search whose figures are shown; see ``searches``."""
        return self.searches.run

    @property
    def progress(self) -> Progress | None:
        """Live figures while a search runs."""
        return self.activity.progress

    @property
    def message(self) -> str:
        """One line about what happened last; may be empty."""
        return self.sitting.stage.message

    @property
    def is_paused(self) -> bool:
        """What moves by itself stands still, and ``toggle_pause`` would let it go on."""
        return self.activity.is_paused

    @property
    def is_covering(self) -> bool:
        """The tiles are to be covered, so that nobody thinks on while the timer stands."""
        return self._present.is_playing and self._present.playing.is_covering

    @property
    def inspection_left(self) -> float | None:
        """Seconds until the timer starts by itself; None where the board is not inspected."""
        return self._training.inspection_left

    @property
    def relay(self) -> RelayState | None:
        """How the relay stands whose board is played; None where none is."""
        return self._training.relay

    @property
    def is_busy(self) -> bool:
        """Something will change without input: keep ticking every frame; else sleep on events."""
        return (
            self.sitting.stage.has_slides
            or self.activity.is_busy
            or self.sitting.distances.is_busy
            or self.boards.pending is not None
            or self.preparation.state is PreparationState.PREPARING
        )
