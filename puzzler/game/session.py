"""The session: the game without a screen, and the one object that the window talks to.

Nobody waits in it: searches, hints and distances are asked for, and told by ``tick``. Every action
is kept in the store when it is made; ``kept_settings`` are kept by whoever owns the session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game import wording
from puzzler.game.activity import Activity
from puzzler.game.coach.advice import Advice
from puzzler.game.coach.distances import Distances
from puzzler.game.coach.hints import Coach
from puzzler.game.files.exporter import Giving
from puzzler.game.files.importer import Receiving
from puzzler.game.lab.lab import Lab, StartExaminer
from puzzler.game.lessons.files import read_bundled
from puzzler.game.lessons.lessons import Teaching
from puzzler.game.lessons.values import Shelf
from puzzler.game.play.boards import Boards
from puzzler.game.play.challenges import Training
from puzzler.game.play.editing import Editing
from puzzler.game.play.first_board import opening
from puzzler.game.play.game import Game
from puzzler.game.play.new_boards import Dealer, StartBackground
from puzzler.game.play.playback import held_speed
from puzzler.game.play.score import Score
from puzzler.game.play.settings import Settings
from puzzler.game.play.slide import Happening, Slide
from puzzler.game.play.stage import Stage
from puzzler.game.present import Present
from puzzler.game.race.race import Race, StartRacer
from puzzler.game.review.analysis import Assessing
from puzzler.game.review.drills import Drills
from puzzler.game.review.reviews import Reviews
from puzzler.game.review.statistics import Statistics
from puzzler.game.shown import Shown
from puzzler.game.sitting import Sitting
from puzzler.game.storage.store import Store
from puzzler.game.watch.runner import Runner, StartSolver
from puzzler.game.watch.runs import Runs
from puzzler.game.watch.searches import Searches
from puzzler.humanize import sentence
from puzzler.solver.background import call
from puzzler.solver.distances import DistancesWorker, measure
from puzzler.solver.inspection.job import inspect
from puzzler.solver.preparation import Preparation
from puzzler.solver.race.job import start_race
from puzzler.solver.watch import start


class Session(Shown):
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
        start_examiner: StartExaminer = inspect,
        start_racer: StartRacer = start_race,
        measurer: DistancesWorker | None = None,
        start_background: StartBackground = call,
        today: Callable[[], date] = date.today,
        read_lessons: Callable[[], Shelf] = read_bundled,
    ) -> None:
        """Begin with ``scenario``, else where ``store`` was left, else with a fresh shuffle.

        Undo leads from ``scenario`` back into what was left. Without a store nothing is kept.
        ``start_advice`` is to the searches for hints and distances what ``start_solver`` is to
        those that are watched, ``start_examiner`` takes searches under the lens, ``start_racer``
        lets several race, and ``measurer`` proves distances. ``start_background`` deals graded
        boards; ``today`` tells the date where the person is, ``read_lessons`` the lessons that
        come with the program.
        """
        self._then: float | None = None  # time of the last tick
        self._store = store or Store.in_memory()
        begun = opening(settings, scenario, self._store.resume())
        self._runners = Runner(preparation, start_solver), Runner(preparation, start_advice)
        self._measurer = measurer or measure(self._runners[1].prepare)
        distances = Distances(preparation, self._runners[1], self._measurer, clock)
        self.sitting = Sitting(
            game=Game(begun.saved, clock),
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
        self._present = Present(self.sitting)
        self.boards = Boards(self._present, Dealer(preparation, start_background), today)
        self.searches = Searches(self._present, self.boards)
        self.reviews = Reviews(self._present, self._store)
        """What can be reviewed and replayed."""
        self.receiving = Receiving(self._present, self.boards, self.reviews)
        """What comes from outside."""
        self.giving = Giving(self._present, self.searches, self.receiving)
        """What goes outside: the position, the game, the answer."""
        self.drills = Drills(self._present, self._store)
        """Cards that are due, and generated ones."""
        self.lab = Lab(self._present, self._store, self._runners[0].prepare, start_examiner)
        """Searches under the lens."""
        self.lessons = Teaching(self._present, self._store, self.lab, read_lessons)
        """What there is to learn, and how far one is."""
        self.race = Race(
            self._present,
            self.searches,
            self.lab,
            self._runners[0].prepare,
            start_racer,
            start_examiner,
        )
        """Searches against each other."""
        self.statistics = Statistics(self._present, self._store)
        """What was solved, kind by kind."""
        self._training = Training(self._present, self.boards, self._store)
        self._advice = Advice(self._present)
        # the commonest of what they do is within reach
        self.new, self.restart = self.boards.new, self.boards.restart
        self.receive = self.receiving.receive
        self.watch, self.ask_hint = self.searches.watch, self._advice.ask_hint
        self.watch_shortest = self.searches.watch_shortest
        if begun.scenario is not None:
            self.sitting.begin(begun.scenario)
        self.sitting.changed()
        if begun.asked is not None:
            self.boards.deal_later(begun.asked, replaces=self.sitting.game.play)
        elif begun.fresh is not None:
            self.boards.show_shuffle(begun.fresh, self.board)

    # ---- What can be set ----------------------------------------------------------------

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
    def is_covered(self) -> bool:
        """Something lies over the board, so that the timer stands; assigned by the window."""
        return self._present.is_covered

    @is_covered.setter
    def is_covered(self, is_covered: bool) -> None:
        self._present.is_covered = is_covered
        self._present.settle()

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
        self.receiving.tick()
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
        self.lab.close()
        self.race.close()
        for runner in self._runners:
            runner.close()
        self._measurer.close()
        self.preparation.close()
