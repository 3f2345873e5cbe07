"""The session: the game without a screen, used by the window and the text game.

No method blocks: searches, hints and distances run in threads and are received in ``tick``. Every
action is stored immediately. ``kept_settings`` are stored by the owner of the session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.coach.coach import Coach
from puzzler.game.coach.finder import DistanceFinder
from puzzler.game.core import texts
from puzzler.game.core.activity import Activity, ActivitySwitch
from puzzler.game.core.background import StartBackground
from puzzler.game.core.feedback import Happening, Slide
from puzzler.game.core.game import Game, Play, SavedGame, played
from puzzler.game.core.playback import FASTEST, SLOWEST
from puzzler.game.core.settings import Settings
from puzzler.game.files.files import Files
from puzzler.game.lab.lab import Lab
from puzzler.game.lab.search_activity import StartExaminer
from puzzler.game.lessons.lesson import Shelf
from puzzler.game.lessons.lessons import Lessons
from puzzler.game.lessons.reading import read_bundled
from puzzler.game.play.boards import TIMER_STEP, Boards, timer_step
from puzzler.game.play.challenges import Challenges
from puzzler.game.play.editing import Editing
from puzzler.game.play.finish import Finish, record
from puzzler.game.play.new_boards import NewBoardOptions, first_board
from puzzler.game.play.playing import Playing
from puzzler.game.race.race import Race, StartRacer
from puzzler.game.review.analysis import Analysis, Statistics
from puzzler.game.review.drilling import Drills
from puzzler.game.review.reviewing import Reviews
from puzzler.game.snapshot import Snapshot
from puzzler.game.storage.store import Store
from puzzler.game.watch.run import Runs, StartSolver
from puzzler.game.watch.watch import Watch
from puzzler.humanize import sentence
from puzzler.search.compilation import KernelState
from puzzler.solver.distances import DistancesWorker, measure
from puzzler.solver.inspection.job import inspect
from puzzler.solver.preparation import Preparation
from puzzler.solver.race.job import start_race
from puzzler.solver.watch import start
from puzzler.solver.worker import call


class Session:
    """A game with undo, and one activity at a time.

    Call the methods of the session and its features for each input, ``tick`` once per frame, and
    draw the result of ``snapshot``. Every method may be called at any time, because input
    interrupts whatever is running.
    """

    def __init__(  # noqa: PLR0913  its dependencies
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
        """Start with ``scenario``, else with the stored game, else with a new shuffle.

        Undo leads from ``scenario`` back to the stored game. Without a store nothing is saved.
        start_solver: starts searches of Watch; start_advice: of hints and distances;
        start_examiner: of the Lab; start_racer: races. measurer: proves distances.
        start_background: runs work in the background. today: returns the local date. read_lessons:
        returns the lessons of the list.
        """
        self._last_tick: float | None = None
        self.store = store or Store.in_memory()
        saved, first, shuffle = self.store.game.resume(), scenario, None
        if saved is None:
            if first is None:
                shuffle = _, first = first_board(settings)
            saved = SavedGame(Play(scenario=first.without_moves(), board=first.start))
            scenario = None
        game = Game(saved, clock)
        self.context = context = ActivitySwitch(
            game=game,
            settings=settings,
            kept_settings=kept_settings or settings,
            preparation=preparation,
            keep=self.store.game.keep,
            start_background=start_background,
        )
        self.background, self.feedback = context.background, context.feedback
        watched, advice = Runs(context, start_solver), Runs(context, start_advice)
        measurer = context.own(measurer or measure(context.prepare))
        self._analysis = Analysis(context.distances, context.background, self.store)
        playing = Playing(context, self._record)
        context.playing = context.activity = playing
        self.challenges = Challenges(context, playing, self.store.solves)
        self.boards = Boards(context, playing, self.challenges, self.store.solves,
                             self.store.keep_solve, today)  # fmt: skip
        self.watch = Watch(context, self.boards, watched, clock)
        self._finder = DistanceFinder(context, advice, measurer, clock)
        self.coach = Coach(context, playing, self._finder)
        self.reviews = Reviews(context, playing, self.store.solves, self._analysis)
        self.drills = Drills(context, self.store.practice)
        self.statistics = Statistics(context, self.store, self._analysis)
        self.files = Files(context, self.boards, self.reviews, self.watch)
        self.lab = Lab(context, self.store.practice, start_examiner)
        self.lessons = Lessons(context, self.store.practice, self.lab, read_lessons)
        self.race = Race(context, self.watch, self.lab, start_racer)
        self._snapshot: Snapshot | None = None
        if scenario is not None:
            context.start_play(scenario)
        context.store_game()
        if shuffle is not None:
            options, shuffled = shuffle
            if options.band is None:
                self.boards.show_shuffle(shuffled)
            else:
                self.boards.deal_later(options, replaces=context.game.play)

    # ---- State --------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Return the visible state. Parts that have not changed are the same objects as before."""
        context, activity, lessons = self.context, self.context.activity, self.lessons
        has_lesson = lessons.lesson is not None or activity.shows_lessons
        snapshot = Snapshot(
            activity=type(activity),
            message=self.feedback.message,
            background_text=self.background.line,
            is_busy=self.is_busy,
            settings=context.settings,
            system=context.system,
            preparation=context.preparation.state,
            preparation_message=context.preparation.message,
            play=self.boards.state(),
            watch=self.watch.state(),
            coach=self.coach.state(),
            lesson=lessons.state() if has_lesson else None,
            **({activity.snapshot_field: activity.state()} if activity.snapshot_field else {}),
        )
        shown = self._snapshot or snapshot
        new = {name: value for name, value in vars(snapshot).items() if value != vars(shown)[name]}
        self._snapshot = replace(shown, **new) if new else shown
        return self._snapshot

    @property
    def activity(self) -> Activity:
        """The current activity."""
        return self.context.activity

    @property
    def can_search(self) -> bool:
        """Whether no search runs, and the board or the start of its play is not solved."""
        boards = {self.context.board, self.context.game.present.scenario.start}
        return not self.activity.is_searching and boards != {self.context.goal}

    @property
    def is_busy(self) -> bool:
        """Whether something will change without input, so that every frame needs a tick."""
        return (
            bool(self.feedback.slides)
            or self.activity.is_busy
            or self.watch.runs.is_busy
            or self._finder.is_busy
            or self.lessons.is_busy
            or self.background.is_busy
            or self.context.preparation.state is KernelState.MISSING
        )

    def seconds_to_change(self) -> float | None:
        """Seconds until something may change without input; None if nothing will."""
        waits = []
        if self.context.game.is_timing:
            seconds = self.activity.play.seconds
            waits.append(timer_step(seconds) + TIMER_STEP + 0.001 - seconds)
        if (left := self.challenges.inspection_left) is not None:
            waits.append(left % 1 + 0.001)
        if self.store.is_behind:
            waits.append(1.0)  # the next tick tries to write again
        if (own := self.activity.seconds_to_change) is not None:
            waits.append(own)
        return min(waits, default=None)

    # ---- Settings -----------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """The current settings. Assigning them stores the changes."""
        return self.context.settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self.context.choose(settings)

    @property
    def kept_settings(self) -> Settings:
        """The settings to store for the next start."""
        return self.context.kept_settings

    def cover(self, is_covered: bool) -> bool:
        """Stop the timer while a dialog covers the board. Return whether that has changed."""
        if is_covered == self.context.is_covered:
            return False
        self.context.is_covered = is_covered
        self.context.settle()
        return True

    def set_speed(self, moves_per_second: float) -> None:
        """Set the playback speed, limited to 0.5 to 60."""
        speed = min(FASTEST, max(SLOWEST, moves_per_second))
        self.settings = replace(self.settings, playback_speed=speed)

    def end_message(self) -> None:
        """Clear the message about the last action, because the user acts again.

        Messages about the state of an activity, such as "Game paused", remain while they are true.
        A refusal is always cleared.
        """
        context = self.context
        is_about_action = context.is_playing and not self.activity.is_paused
        if is_about_action or self.feedback.shown is self.feedback.refusal:
            context.say("")

    # ---- Input for the current activity -------------------------------------------------

    def start_move(self) -> None:
        """Start the timer because the player has taken a tile, up to ``click`` or ``cancel_move``.

        Does nothing unless the game itself is played.
        """
        if self.context.is_playing:
            self.context.game.start_move()

    def cancel_move(self) -> None:
        """Stop the timer again if no move has followed ``start_move``."""
        self.context.game.cancel_move()

    def click(self, cell: int) -> bool:
        """Slide the tile on ``cell``. Return False if the click is refused.

        A search or playback first stops and hands its board over. A click on an animated shuffle
        only ends it, because the board under the pointer was another one.
        """
        return self.context.act(lambda activity: activity.click(cell))

    def move(self, move: Move) -> bool:
        """Move the blank, as ``click`` does. Return False if the move is illegal or refused."""
        return self.context.act(lambda activity: activity.move(move))

    def undo(self) -> bool:
        """Undo the last action; a playback is undone as a whole. Return False if there is none."""
        return self.context.act(lambda activity: activity.undo())

    def redo(self) -> bool:
        """Redo the last undone action. Return False if there is none."""
        return self.context.act(lambda activity: activity.redo())

    def toggle_pause(self) -> None:
        """Pause or resume the search, the playback or the game."""
        self.activity.toggle_pause()
        self.context.settle()

    def pause_game(self) -> None:
        """Pause the game and cover its tiles, if its timer runs."""
        if self.context.is_playing and self.context.game.is_timing:
            self.toggle_pause()

    def stop(self) -> None:
        """End the search, the playback at its current board, or the shuffle at its end.

        An edit becomes a play if the board can be solved; otherwise it is discarded with a message.
        """
        self.context.stop()

    # ---- Editing ------------------------------------------------------------------------

    def edit(self, new_board: NewBoardOptions | None = None) -> None:
        """Start editing the current board, or the goal of a new board."""
        if not self.activity.is_editing:
            self.stop()
            self.context.enter(Editing(self.context, new_board))
            self.context.say(texts.EDIT)

    def finish_edit(self) -> bool:
        """Play the edited board, or shuffle a board with the edited goal.

        Return False, with a message, if the edited board cannot be solved.
        """
        activity = self.activity
        new_board = activity.state().new_board if isinstance(activity, Editing) else None
        is_complete = self.context.finish_edit()
        if new_board is not None:
            goal, difficulty = new_board.goal, new_board.difficulty
            self.boards.new(seed=new_board.seed, goal=goal, difficulty=difficulty)
        return is_complete

    @property
    def editor(self) -> Editing:
        """The editor. Raises RuntimeError if no board is being edited."""
        return self.context.current(Editing)

    def tick(self, now: float) -> list[Slide]:
        """Advance to ``now`` and return the slides since the last tick. Never blocks."""
        elapsed = 0.0 if self._last_tick is None else now - self._last_tick
        if int(now) != int(now - elapsed):
            self.store.write_waiting()
        self._last_tick = now
        self.context.preparation.poll()
        self.activity.tick(elapsed)
        self.context.settle()
        self.boards.tick()
        self.background.tick(elapsed)
        self.challenges.tick(elapsed)
        self._analysis.tick()
        self.files.tick()
        self.coach.tick(is_free=not self.watch.has_running_search)
        self.watch.tick()
        if trouble := self.store.take_trouble():
            self.context.say(sentence(trouble))
        feedback = self.feedback
        feedback.jump(self.activity.shown_board)
        slides, feedback.slides = feedback.slides, []
        if self.settings.reduces_motion(self.context.system):
            return [replace(slide, seconds=0.0) for slide in slides]
        return slides

    def take_happenings(self) -> list[Happening]:
        """Sounds to play and solves to celebrate since the last call, in order."""
        feedback = self.feedback
        happenings, feedback.happenings = feedback.happenings, []
        return happenings

    def close(self) -> None:
        """Store the game and end every thread and child process. Can be called twice."""
        self.stop()
        self.challenges.update_relay()
        self.context.store_game()
        self.store.close()
        self.context.close()

    def _record(self, saved: SavedGame) -> Finish:
        """Store the current play as solved by hand, and return its result."""
        play, scenario = saved.present, saved.present.scenario
        shortest = self.context.distances.shortest(scenario.start, scenario.goal)
        finish = record(self.store, saved, shortest, is_multi_tile=self.settings.multi_tile)
        if finish.solve_id is not None and not finish.is_repeated:
            # some moves of an assisted play may be the machine's: they make no cards
            cards = not play.assisted
            self._analysis.add(finish.solve_id, scenario, played(saved), gives_cards=cards)
        return finish
