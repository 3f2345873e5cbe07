"""The session: the game without a screen, and the one object that the window talks to.

Nobody waits in it: searches, hints and distances are asked for, and told by ``tick``. Every action
is kept in the store when it is made; ``kept_settings`` are kept by whoever owns the session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game import wording
from puzzler.game.activities.editing import Editing
from puzzler.game.activities.shuffling import Shuffling
from puzzler.game.activity import Activity
from puzzler.game.advice import Advice
from puzzler.game.assessing import Assessing
from puzzler.game.boards import Boards
from puzzler.game.coach.distances import Distances, Shortest
from puzzler.game.coach.hints import Coach, Hint
from puzzler.game.coach.line import CoachLine
from puzzler.game.dealing import Dealer, StartBackground, deal, order
from puzzler.game.drills import Drills
from puzzler.game.finish import Finish
from puzzler.game.kept.settings import Settings
from puzzler.game.kept.store import Store
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.game import Game, Play, SavedGame
from puzzler.game.play.playback import held_speed
from puzzler.game.play.relay import RelayState
from puzzler.game.play.score import Score
from puzzler.game.play.slide import Happening, Slide
from puzzler.game.play.stage import Stage
from puzzler.game.present import Present
from puzzler.game.reviews import Reviews
from puzzler.game.runs.run import Run
from puzzler.game.runs.runner import Runner, StartSolver
from puzzler.game.runs.runs import Runs
from puzzler.game.searches import Searches
from puzzler.game.sitting import Sitting
from puzzler.game.statistics import Statistics
from puzzler.game.training import Training
from puzzler.search.method import Method
from puzzler.solver.background import Background
from puzzler.solver.handle import start
from puzzler.solver.measurer import Measurer
from puzzler.solver.messages import Progress
from puzzler.solver.preparation import Preparation, PreparationState
from puzzler.words import sentence


class Session:
    """One person's sitting: an activity at a time, over one game that can be undone throughout.

    Call the methods for what the person did, ``tick`` once a frame, and read the rest to draw.
    Every method may be called at any time: what is under way gives way to the person.
    """

    def __init__(  # noqa: PLR0913  all that it stands on, each by its name
        self,
        settings: Settings,
        clock: Callable[[], float],
        *,
        preparation: Preparation,
        scenario: Scenario | None = None,
        store: Store | None = None,
        kept_settings: Settings | None = None,
        start_solver: StartSolver = start,
        start_advice: StartSolver = start,
        measurer: Measurer | None = None,
        start_background: StartBackground = Background,
        today: Callable[[], date] = date.today,
    ) -> None:
        """Begin with ``scenario``, else where ``store`` was left, else with a fresh shuffle.

        Undo leads from ``scenario`` back into what was left. Without a store nothing is kept.
        ``start_advice`` is to the searches for hints and distances what ``start_solver`` is to
        those that are watched, and ``measurer`` proves distances. ``start_background`` deals graded
        boards; ``today`` tells the date where the person is.
        """
        self._then: float | None = None  # time of the last tick
        self._store = store or Store.in_memory()
        saved = self._store.resume()
        fresh = asked = None
        if scenario is None and saved is None:
            asked = order(settings, (settings.rows, settings.columns))
            # a graded board takes a while: until it is there one that needs no proof is played
            at_once = replace(asked, difficulty=Difficulty.MIXED) if asked.is_graded else asked
            scenario = fresh = deal(at_once)
        if saved is None:
            assert scenario is not None
            saved, scenario = SavedGame(Play(scenario.without_moves(), scenario.start)), None
        self._runners = Runner(preparation, start_solver), Runner(preparation, start_advice)
        self._measurer = measurer or Measurer(self._runners[1].prepare)
        distances = Distances(preparation, self._runners[1], self._measurer, clock)
        self.sitting = Sitting(
            game=Game(saved, clock),
            stage=Stage(),
            runs=Runs(self._runners[0]),
            coach=Coach(distances),
            distances=distances,
            score=Score(self._store),
            assessing=Assessing(distances, self._store),
            preparation=preparation,
            settings=settings,
            kept_settings=kept_settings or settings,
            keeper=self._store,
        )
        """What every activity shares."""
        self._present = Present(self.sitting)
        self.boards = Boards(self._present, Dealer(preparation, start_background), today)
        """What is played, and what comes next."""
        self.searches = Searches(self._present, self.boards)
        """What was searched and can be searched: rows, tracks and the method to come."""
        self.reviews = Reviews(self._present, self._store)
        """What can be reviewed and replayed."""
        self.drills = Drills(self._present, self._store)
        """Cards that are due, and generated ones."""
        self.statistics = Statistics(self._present, self._store)
        """What was solved, kind by kind."""
        self._training = Training(self._present, self.boards, self._store)
        self._advice = Advice(self._present)
        # the commonest of what they do is within reach
        self.new, self.restart = self.boards.new, self.boards.restart
        self.watch, self.ask_hint = self.searches.watch, self._advice.ask_hint
        self.watch_shortest = self.searches.watch_shortest
        if scenario is not None:
            self.sitting.begin(scenario)
        self.sitting.changed()
        if asked is not None and asked.is_graded:
            self.boards.deal_later(asked, replaces=self.sitting.game.play)
        elif fresh is not None:
            self.boards.show_shuffle(fresh, self.board)

    # ---- What there is to see -----------------------------------------------------------

    @property
    def activity(self) -> Activity:
        """What is going on."""
        return self._present.activity

    @property
    def settings(self) -> Settings:
        """What holds in this session.

        To replace it, as ``set_speed`` and ``new`` do, is to choose: what changes is kept.
        """
        return self.sitting.settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self.sitting.choose(settings)

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
    def is_covered(self) -> bool:
        """Something lies over the board, so that the timer stands; assigned by the window."""
        return self._present.is_covered

    @is_covered.setter
    def is_covered(self, is_covered: bool) -> None:
        self._present.is_covered = is_covered
        self._present.settle()

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

    # ---- Playing ------------------------------------------------------------------------

    def click(self, cell: int) -> bool:
        """A hand on ``cell``: slides its tile; False where it is refused (the view shakes it).

        A search or playback stops right there, hands the board over, and then the click counts.
        A shuffle is only finished at once: the board under the hand was another.
        """
        return self._present.act(lambda activity: activity.click(cell))

    def move(self, move: Move) -> bool:
        """Move the blank; False where it would leave the board. Else as ``click``."""
        return self._present.act(lambda activity: activity.move(move))

    def undo(self) -> bool:
        """Take back the last action, of a playback the whole watch; False where there is none."""
        return self._present.act(lambda activity: activity.undo())

    def redo(self) -> bool:
        """Do again what was undone last; False where there is nothing."""
        return self._present.act(lambda activity: activity.redo())

    def show_tiles(self) -> bool:
        """Give up playing blindfold, so that the play counts as assisted; False where it is not."""
        return self._training.show_tiles()

    # ---- Editing ------------------------------------------------------------------------

    def edit(self) -> None:
        """Place tiles by hand, beginning with the board as it is. Refused while a search runs."""
        if self._present.is_searching:
            self._present.refuse(wording.EDIT_WHILE_SEARCHING)
        elif not isinstance(self.activity, Editing):
            self.stop()
            self.enter(Editing(self.sitting))

    def finish_edit(self) -> bool:
        """A new play of what was drawn, none where nothing was changed.

        False, and still editing, where it cannot be solved; ``message`` says so.
        """
        return self._present.finish_edit()

    def cancel_edit(self) -> None:
        """Drop what was drawn, and go on as before."""
        if isinstance(self.activity, Editing):
            self.activity.cancel()
            self._present.settle()

    # ---- Activities and time ------------------------------------------------------------

    def enter(self, activity: Activity) -> None:
        """``activity`` is the present one from now on; the one before is left."""
        self._present.enter(activity)

    def stop(self) -> None:
        """End the shuffle (at its end), the search, or the playback (where it stands), at once.

        An edit is finished where the draft can be solved, else dropped, and the line says so.
        """
        self._present.stop()

    def toggle_pause(self) -> None:
        """Pause or go on: the search, the playback, or the game itself."""
        self.activity.toggle_pause()
        self._present.settle()

    def set_speed(self, moves_per_second: float) -> None:
        """Playback speed, held within 0.5 to 60."""
        self.settings = replace(self.settings, playback_speed=held_speed(moves_per_second))

    def tick(self, now: float) -> list[Slide]:
        """Let time pass up to ``now``; the slides since the last tick, in order. Never blocks."""
        elapsed = 0.0 if self._then is None else now - self._then
        self._then = now
        self.preparation.poll()
        self.activity.tick(elapsed)
        self._present.settle()
        self.boards.tick()
        self._training.tick(elapsed)
        self.sitting.assessing.tick()
        self.statistics.tick()
        self._advice.tick()
        trouble = self.sitting.keeper.take_trouble()
        if trouble:
            self.sitting.say(sentence(trouble))
        slides = self.sitting.stage.take()
        if self.settings.reduced_motion:
            return [replace(slide, seconds=0.0) for slide in slides]
        return slides

    def take_happenings(self) -> list[Happening]:
        """What has happened since the last call that may be heard or celebrated, in order."""
        return self.sitting.stage.take_happenings()

    def rest(self) -> None:
        """Nothing moves: what may wait for the disk is done now."""
        self._store.rest()

    def close(self) -> None:
        """Keep the game, end every thread and child; the session is over. Harmless to repeat."""
        self.stop()
        self._training.settle()
        self.boards.close()
        self.sitting.changed()
        self._store.close()
        for runner in self._runners:
            runner.close()
        self._measurer.close()
        self.preparation.close()
