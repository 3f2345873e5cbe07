"""The session: the game without a screen, and the one object that the window talks to.

Nobody waits in it: searches, hints and distances are asked for, and told by ``tick``. Every action
is kept in the store when it is made; ``kept_settings`` are kept by whoever owns the session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game import wording
from puzzler.game.activities.editing import Editing
from puzzler.game.activities.playing import Playing
from puzzler.game.activities.shuffling import Shuffling
from puzzler.game.activities.watching import Watching
from puzzler.game.activity import Activity, Reply
from puzzler.game.coach.distances import Distances, Shortest
from puzzler.game.coach.hints import Coach, Hint
from puzzler.game.dealing import chosen, deal, goal_after
from puzzler.game.kept.settings import Settings
from puzzler.game.kept.store import Store
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.game import Game, Play, SavedGame
from puzzler.game.play.goals import goal_from_text, name_of_goal
from puzzler.game.play.playback import held_speed
from puzzler.game.play.records import Category, Record, Records
from puzzler.game.play.score import Score
from puzzler.game.play.seed import parse_seed
from puzzler.game.play.slide import Happening, Slide
from puzzler.game.play.stage import Stage
from puzzler.game.runs.rows import Row
from puzzler.game.runs.run import Run
from puzzler.game.runs.runner import Runner, StartSolver
from puzzler.game.runs.runs import Runs
from puzzler.game.sitting import Sitting
from puzzler.search.method import Method
from puzzler.search.result import Outcome
from puzzler.solver.handle import start
from puzzler.solver.messages import Progress
from puzzler.solver.preparation import Preparation, PreparationState
from puzzler.words import sentence


class Session:
    """One person's sitting: an activity at a time, over one game that can be undone throughout.

    Call the methods for what the person did, ``tick`` once a frame, and read the rest to draw.
    Every method may be called at any time: what is under way gives way to the person.
    """

    def __init__(
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
    ) -> None:
        """Begin with ``scenario``, else where ``store`` was left, else with a fresh shuffle.

        Undo leads from ``scenario`` back into what was left. Without a store nothing is kept.
        ``start_advice`` is to the searches for hints and distances what ``start_solver`` is to
        those that are watched.
        """
        self._then: float | None = None  # time of the last tick
        self._is_covered = False
        self._is_held = False
        self._store = store or Store.in_memory()
        saved = self._store.resume()
        fresh = None
        if scenario is None and saved is None:
            scenario = fresh = deal(settings, (settings.rows, settings.columns))
        if saved is None:
            assert scenario is not None
            saved, scenario = SavedGame(Play(scenario.without_moves(), scenario.start)), None
        self._runners = Runner(preparation, start_solver), Runner(preparation, start_advice)
        distances = Distances(preparation, self._runners[1])
        self.sitting = Sitting(
            game=Game(saved, clock),
            stage=Stage(),
            runs=Runs(self._runners[0]),
            coach=Coach(distances),
            distances=distances,
            score=Score(self._store),
            preparation=preparation,
            settings=settings,
            kept_settings=kept_settings or settings,
            keeper=self._store,
        )
        """What every activity shares."""
        self.activity: Activity = Playing(self.sitting)
        """What is going on."""
        if scenario is not None:
            self.sitting.begin(scenario)
        self.sitting.changed()
        if fresh is not None:
            self._show_shuffle(fresh, self.board)

    # ---- What there is to see -----------------------------------------------------------

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
    def goal_name(self) -> str:
        """A name in GOALS, or "own"."""
        return name_of_goal(self.goal)

    @property
    def shortest(self) -> Shortest:
        """What is known of the shortest solution from the scenario's start; of a draft nothing."""
        if isinstance(self.activity, Editing):
            return Shortest()
        return self.sitting.distances.shortest(self.scenario.start, self.scenario.goal)

    @property
    def hint(self) -> Hint | None:
        """The hint to be shown, if one was asked for on this very board."""
        return self.sitting.coach.hint(self.board) if isinstance(self.activity, Playing) else None

    @property
    def category(self) -> Category | None:
        """What this play is compared with; None where the board was not shuffled."""
        return Category.of(self.scenario)

    @property
    def record(self) -> Record:
        """What was reached in boards like this one; empty where such a board enters no record."""
        return self.sitting.score.record(self.category)

    @property
    def records(self) -> Records:
        """The records of every category, the latest solve included."""
        return self.sitting.score.records

    @property
    def seed_text(self) -> str:
        """The seed of the present shuffle, to be copied; "" where the board was not shuffled."""
        return "" if self.scenario.seed is None else str(self.scenario.seed)

    @property
    def method(self) -> Method:
        """What a search that begins now would search with, as the settings say."""
        return self.settings.method(*self.board.size)

    @property
    def progress(self) -> Progress | None:
        """Live figures while a search runs."""
        return self.activity.progress

    @property
    def run(self) -> Run | None:
        """The search whose figures are shown: it runs, has ended, or was chosen among ``rows``."""
        return self.sitting.runs.shown

    @property
    def ghost(self) -> Run | None:
        """The search whose track was left, and can be resumed."""
        run = self.run
        is_watched = isinstance(self.activity, Watching) and self.activity.run is run
        return run if run is not None and run.has_track and not is_watched else None

    @property
    def rows(self) -> tuple[Row, ...]:
        """The finished searches of the board whose search is shown, else of the present board."""
        shortest = self._known_shortest(*self._searched)
        return tuple(
            Row(
                found.number,
                found.method,
                result.length,
                wording.brief_worth(result, shortest),
                result.stats.expanded,
                result.stats.elapsed,
                result.stats.bytes,
                is_shown=found is self.run,
            )
            for found in self.sitting.runs.of(*self._searched)
            if (result := found.result) is not None and result.status is not Outcome.CANCELLED
        )

    @property
    def worth(self) -> str:
        """What the answer of ``run`` is worth, in a few words; "" where there is none."""
        result = None if self.run is None else self.run.result
        return (
            "" if result is None else wording.worth(result, self._known_shortest(*self._searched))
        )

    @property
    def message(self) -> str:
        """One line about what happened last; may be empty."""
        return self.sitting.stage.message

    @property
    def is_paused(self) -> bool:
        """What moves by itself stands still, and ``toggle_pause`` would let it go on."""
        return self.activity.is_paused

    @property
    def is_covered(self) -> bool:
        """Something lies over the board, so that the timer stands; assigned by the window."""
        return self._is_covered

    @is_covered.setter
    def is_covered(self, is_covered: bool) -> None:
        self._is_covered = is_covered
        self._settle()

    @property
    def is_busy(self) -> bool:
        """Something will change without input: keep ticking every frame; else sleep on events."""
        return (
            self.sitting.stage.has_slides
            or self.activity.is_busy
            or self.sitting.distances.is_busy
            or self.preparation.state is PreparationState.PREPARING
        )

    # ---- Playing ------------------------------------------------------------------------

    def click(self, cell: int) -> bool:
        """A hand on ``cell``: slides its tile; False where it is refused (the view shakes it).

        A search or playback stops right there, hands the board over, and then the click counts.
        A shuffle is only finished at once: the board under the hand was another.
        """
        return self._act(lambda activity: activity.click(cell))

    def move(self, move: Move) -> bool:
        """Move the blank; False where it would leave the board. Else as ``click``."""
        return self._act(lambda activity: activity.move(move))

    def undo(self) -> bool:
        """Take back the last action, of a playback the whole watch; False where there is none."""
        return self._act(lambda activity: activity.undo())

    def redo(self) -> bool:
        """Do again what was undone last; False where there is nothing."""
        return self._act(lambda activity: activity.redo())

    def restart(self) -> None:
        """The same scenario from its start."""
        self._hush_and_stop()
        before, sitting = self.board, self.sitting
        if before != self.scenario.start or self.move_count:
            sitting.game.restart()
            sitting.stage.jump(before, self.board)
            sitting.runs.turn_to(self.board, self.goal)
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
        self._hush_and_stop()
        if isinstance(goal, Board):
            rows, columns = rows or goal.rows, columns or goal.columns
        size = rows or self.board.rows, columns or self.board.columns
        settings = chosen(self.settings, size if rows or columns else None, goal, difficulty)
        if goal is None:
            goal = goal_after(self.goal, size, settings)
        elif isinstance(goal, str):
            goal = goal_from_text(goal, *size)
        scenario = deal(settings, size, seed=seed, goal=goal)
        before = self.board
        self.sitting.begin(scenario)
        self.settings = settings
        self._show_shuffle(scenario, before)

    def paste_seed(self, text: str) -> bool:
        """A board shuffled by the seed in ``text``; False where it is none, as ``message`` says."""
        try:
            seed = parse_seed(text)
        except PuzzlerError as error:
            self._refuse(str(error))
            return False
        self.new(seed=seed)
        return True

    def ask_hint(self) -> None:
        """Ask for a hint: first for the tile, and again for its move. The play is assisted then.

        ``hint`` tells it, at once or as soon as a quick search has found it. While a search runs it
        is refused: no key ends a search but those that say so.
        """
        if isinstance(self.activity, Editing):
            return
        if self._is_searching:
            self._refuse(wording.HINT_WHILE_SEARCHING)
            return
        self.stop()
        if self.is_solved:
            self.sitting.say(wording.ALREADY_SOLVED)
            return
        self.sitting.say(wording.THINKING)
        self.sitting.coach.ask(self.board, self.goal)
        self._think()

    # ---- Editing ------------------------------------------------------------------------

    def edit(self) -> None:
        """Place tiles by hand, beginning with the board as it is. Refused while a search runs."""
        if self._is_searching:
            self._refuse(wording.EDIT_WHILE_SEARCHING)
        elif not isinstance(self.activity, Editing):
            self.stop()
            self.enter(Editing(self.sitting))

    def finish_edit(self) -> bool:
        """A new play of what was drawn, none where nothing was changed.

        False, and still editing, where it cannot be solved; ``message`` says so.
        """
        if isinstance(self.activity, Editing) and not self.activity.finish():
            return False
        self._settle()
        return True

    def cancel_edit(self) -> None:
        """Drop what was drawn, and go on as before."""
        if isinstance(self.activity, Editing):
            self.activity.cancel()
            self._settle()

    # ---- Watching -----------------------------------------------------------------------

    def watch(self) -> None:
        """Search the board as it is now and play the answer; ``message`` says why not.

        On a solved board the search begins at its start, as it does at the end of a playback.
        """
        if self._is_searching or not self.finish_edit():
            return
        if isinstance(self.activity, Watching) and self.is_solved:
            self.run_again(self.method)
            return
        self.stop()
        if self.is_solved:
            if self.scenario.start == self.goal:
                self.sitting.say(wording.ALREADY_SOLVED)
                return
            self.restart()
        self.enter(Watching(self.sitting, self.method))

    def run_again(self, method: Method) -> None:
        """Search the board of ``run`` once more, with ``method``: that adds a row."""
        if not self.finish_edit():
            return
        if self.run is not None:
            self._go_back_to(self.run)
        else:
            self.stop()
        if self.is_solved:
            self.sitting.say(wording.ALREADY_SOLVED)
            return
        self.enter(Watching(self.sitting, method))

    def show_run(self, number: int) -> None:
        """Show the row of that number: its figures and, standing still, its track.

        The track is where it was left, or at its start where it was at its end.
        """
        if not self.finish_edit():
            return
        runs = self.sitting.runs
        run = next((run for run in runs.of(*self._searched) if run.number == number), None)
        if run is None or not run.has_track:
            runs.show(run)
            return
        position = 0 if run.track.is_at_end else run.track.position
        self._go_back_to(run)
        runs.show(run)
        self.enter(Watching(self.sitting, run.method, run))
        before = self.board
        run.track.pause()
        run.track.seek(position)
        self.sitting.stage.jump(before, self.board)
        if run.result is not None:
            self.sitting.say(wording.outcome(run.result, self._known_shortest(run.start, run.goal)))

    def resume(self) -> None:
        """The track that was left goes on from where it stood."""
        ghost = self.ghost
        if ghost is not None:
            self.show_run(ghost.number)
            if isinstance(self.activity, Watching) and self.is_paused:
                self.toggle_pause()

    def stop(self) -> None:
        """End the shuffle (at its end), the search, or the playback (where it stands), at once.

        An edit is finished where the draft can be solved, else dropped, and the line says so.
        """
        if not isinstance(self.activity, Playing):
            self.enter(Playing(self.sitting))

    def toggle_pause(self) -> None:
        """Pause or go on: the search, the playback, or the game itself."""
        self.activity.toggle_pause()
        self._settle()

    def set_speed(self, moves_per_second: float) -> None:
        """Playback speed, held within 0.5 to 60."""
        self.settings = replace(self.settings, playback_speed=held_speed(moves_per_second))

    # ---- Activities and time ------------------------------------------------------------

    def enter(self, activity: Activity) -> None:
        """``activity`` is the present one from now on; the one before is left."""
        self.activity.leave()
        self.sitting.coach.drop()
        self.activity = activity
        activity.begin()
        self._settle()

    def tick(self, now: float) -> list[Slide]:
        """Let time pass up to ``now``; the slides since the last tick, in order. Never blocks."""
        elapsed = 0.0 if self._then is None else now - self._then
        self._then = now
        self.preparation.poll()
        self.activity.tick(elapsed)
        self._settle()
        self._advise()
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
        self.sitting.changed()
        self._store.close()
        for runner in self._runners:
            runner.close()
        self.preparation.close()

    # ---- Within -------------------------------------------------------------------------

    @property
    def _is_searching(self) -> bool:
        return isinstance(self.activity, Watching) and self.activity.is_searching

    def _act(self, act: Callable[[Activity], Reply]) -> bool:
        """What a hand does goes to the activity and, where that gives way, to the one who plays.

        A line that was there before goes, unless nothing came of it.
        """
        stage = self.sitting.stage
        said, stage.message = stage.message, ""
        reply = act(self.activity)
        if reply is Reply.YIELDS:
            self.enter(Playing(self.sitting))
            reply = act(self.activity)
        self._settle()
        if reply is Reply.REFUSED and not stage.message:
            stage.message = said
        return reply is Reply.DONE

    def _settle(self) -> None:
        """Leave an activity that is over, and let the timer run or stand."""
        if self.activity.is_over:
            self.activity.leave()
            self.activity = Playing(self.sitting)
        is_held = self._is_covered or self.activity.holds_timer
        if is_held != self._is_held:
            self._is_held = is_held
            self.sitting.game.hold(is_held)

    def _refuse(self, message: str) -> None:
        self.sitting.say(message)
        self.sitting.stage.happen(Happening.REFUSED)

    def _hush_and_stop(self) -> None:
        """What was said is past; what stopping has to say is not."""
        self.sitting.say("")
        self.stop()

    def _go_back_to(self, run: Run) -> None:
        """Put the board to where ``run`` began, as one action; a playback is taken back instead."""
        if isinstance(self.activity, Watching):
            self.activity.seek(0)
        self.stop()
        if (self.board, self.move_count) != (run.start, run.moves_before):
            before = self.board
            self.sitting.game.go_back(run.start, run.moves_before)
            self.sitting.stage.jump(before, self.board)
            self.sitting.changed()

    def _show_shuffle(self, scenario: Scenario, before: Board) -> None:
        """Show how the board was shuffled, unless the person wants no show."""
        if self.settings.instant_shuffle or self.settings.reduced_motion:
            self.sitting.stage.jump(before, self.board)
        else:
            self.enter(Shuffling(self.sitting, scenario, before))

    def _think(self) -> None:
        """Tell the hint that was asked for, as soon as it is known."""
        is_told = self.sitting.coach.think()
        if is_told:
            self.sitting.game.assist()
            self.sitting.changed()
        if is_told is not None:
            hint = self.sitting.coach.hint(self.board)
            self.sitting.say(wording.hint(hint) if hint is not None else wording.NO_HINT)

    def _advise(self) -> None:
        """Let the coach work: on the hint that was asked for, and on the present distance."""
        scenario = self.sitting.game.play.scenario
        self.sitting.distances.ask_distance(scenario.start, scenario.goal)
        self.sitting.distances.tick(is_free=not self._is_searching)
        self._think()

    @property
    def _searched(self) -> tuple[Board, Board]:
        """The board whose searches are shown, and its goal."""
        run = self.run
        return (self.board, self.goal) if run is None else (run.start, run.goal)

    def _known_shortest(self, board: Board, goal: Board) -> int | None:
        return self.sitting.distances.shortest(board, goal).moves
