"""The session: the game without a screen, and the one object that the window talks to.

Nobody waits in it: searches, hints and distances are asked for, and told by ``tick``. Every action
is kept in the store when it is made; ``kept_settings`` are kept by whoever owns the session.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game import wording
from puzzler.game.activities.editing import Editor
from puzzler.game.activities.watching import Watch
from puzzler.game.coach.advisor import Advisor
from puzzler.game.coach.hints import Coach, Hint
from puzzler.game.dealing import chosen, deal, goal_after
from puzzler.game.kept.settings import Settings, carry_over
from puzzler.game.kept.store import Store
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.game import Game, Play, SavedGame
from puzzler.game.play.goals import goal_from_text, goal_text, name_of_goal
from puzzler.game.play.mode import Cause, Happening, Mode, Slide
from puzzler.game.play.playback import Playback, held_speed
from puzzler.game.play.records import Category, Record, Records
from puzzler.game.play.score import Score
from puzzler.game.play.seed import parse_seed
from puzzler.game.play.shuffle_show import SLIDE_SECONDS, ShuffleShow
from puzzler.game.play.stage import Stage
from puzzler.game.runs.run import Searcher, StartSolver
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.result import SearchResult
from puzzler.solver.handle import start
from puzzler.solver.messages import Progress
from puzzler.solver.preparation import Preparation, PreparationState

PLAYER_SLIDE = 0.11
"""Seconds that a slide by hand, its undo or its redo takes."""

_log = logging.getLogger("puzzler")


class Session:
    """One person's sitting: the play, its undo history, the shuffle shown, the search and playback.

    Call the methods for what the person did, ``tick`` once a frame, and read the rest to draw.
    Every method may be called in every mode: what is under way gives way to the person.
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
        self.preparation = preparation
        """Its ``state`` and ``message`` tell about the first compile; closed with the session."""
        self.kept_settings = kept_settings or settings
        """What to keep for the next time: ``settings``, less what holds for this session only."""
        self.editor: Editor | None = None
        """The draft, in EDIT; else None."""
        self._stage = Stage()
        self._show: ShuffleShow | None = None
        self._then: float | None = None  # time of the last tick
        self._store = store or Store.in_memory()
        saved = self._store.resume()
        is_fresh = scenario is None and saved is None
        if is_fresh:
            scenario = deal(settings, (settings.rows, settings.columns))
        if saved is None:
            assert scenario is not None
            saved = SavedGame(Play(scenario, scenario.start))
            scenario = None
        self._game = Game(saved, clock)
        if scenario is not None:
            self._game.begin(scenario)
        self._keep()
        self._score = Score(self._store)
        self._searcher = Searcher(preparation, start_solver)
        self._advisor = Advisor(preparation, start_advice)
        self._coach = Coach(self._advisor)
        self._watch = Watch(
            self._game, self._searcher, preparation, self._stage, settings, self._advisor.distance
        )
        if is_fresh:
            self._show_shuffle(self.board, self.scenario)

    # ---- What there is to see -----------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """What holds in this session.

        To replace it, as ``set_speed`` and ``new`` do, is to choose: what changes is kept.
        """
        return self._watch.settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self.kept_settings = carry_over(self._watch.settings, settings, self.kept_settings)
        self._watch.settings = settings
        self._watch.set_speed(settings.playback_speed)

    @property
    def mode(self) -> Mode:
        """What is going on."""
        if self.editor is not None:
            return Mode.EDIT
        return Mode.SHUFFLING if self._show is not None else self._watch.mode

    @property
    def board(self) -> Board:
        """What is to be shown now."""
        if self.editor is not None:
            return self.editor.board
        if self._show is not None:
            return self._show.board
        if self.playback is not None:
            return self.playback.board
        return self._game.play.board

    @property
    def goal(self) -> Board:
        """The board to reach."""
        if self.editor is not None:
            return self.editor.draft.goal
        return self.scenario.goal

    @property
    def scenario(self) -> Scenario:
        """What is being played and where it came from."""
        return self._game.play.scenario

    @property
    def move_count(self) -> int:
        """Steps of the blank in this play, those of a playback included."""
        shown = 0 if self.playback is None else self.playback.position
        return self._game.play.move_count + shown

    @property
    def seconds(self) -> float:
        """Play timer, from the first move to the goal; stands while the machine has the board."""
        return self._game.play.seconds

    @property
    def is_timing(self) -> bool:
        """The play timer runs: wake once a second to draw it."""
        return self._game.is_timing

    @property
    def is_solved(self) -> bool:
        """The board shown is the goal, and not only because a shuffle begins there."""
        return self._show is None and self.editor is None and self.board == self.goal

    @property
    def assisted(self) -> bool:
        """The machine has shown moves of an answer to this scenario."""
        return self._game.play.assisted

    @property
    def can_undo(self) -> bool:
        """There is an action to take back, or a playback or a draft to leave."""
        return self.playback is not None or self.editor is not None or self._game.can_undo

    @property
    def can_redo(self) -> bool:
        """The last action was an undo."""
        return self._game.can_redo if self.editor is None else self.editor.can_redo

    @property
    def goal_name(self) -> str:
        """A name in GOALS, or "own"."""
        return name_of_goal(self.goal)

    @property
    def optimal(self) -> int | None:
        """The shortest way from the scenario's start, None while it is not proven."""
        return self._advisor.distance(self.scenario.start, self.scenario.goal)

    @property
    def hint(self) -> Hint | None:
        """The hint to be shown, if one was asked for on this very board."""
        return self._coach.hint(self.board) if self.mode is Mode.PLAY else None

    @property
    def category(self) -> Category | None:
        """What this play is compared with; None where the board was not shuffled."""
        return Category.of(self.scenario)

    @property
    def record(self) -> Record:
        """What was reached in boards like this one; empty where such a board enters no record."""
        return self._score.record(self.category)

    @property
    def records(self) -> Records:
        """The records of every category, the latest solve included."""
        return self._score.records

    @property
    def seed_text(self) -> str:
        """The seed of the present shuffle, to be copied; "" where the board was not shuffled."""
        return "" if self.scenario.seed is None else str(self.scenario.seed)

    @property
    def playback(self) -> Playback | None:
        """The timeline in PLAYBACK, else None."""
        return self._watch.playback

    @property
    def progress(self) -> Progress | None:
        """Live figures while a search runs."""
        return self._searcher.progress

    @property
    def building(self) -> BuildProgress | None:
        """How far the search's tables are, while they are being built."""
        return self._searcher.building

    @property
    def result(self) -> SearchResult | None:
        """What came of the last search; stays until the person changes the board."""
        return self._searcher.result

    @property
    def worth(self) -> str:
        """What the answer in ``result`` is worth, in a few words; "" where there is none."""
        result = self.result
        if result is None:
            return ""
        return wording.worth(result, self._advisor.distance(result.start, result.goal))

    @property
    def message(self) -> str:
        """One line about what happened last; may be empty."""
        return self._stage.message

    @property
    def is_paused(self) -> bool:
        """The search or the playback stands still, and ``toggle_pause`` would move it."""
        if self.playback is not None:
            return not self.playback.is_playing
        return self._searcher.is_paused

    @property
    def is_busy(self) -> bool:
        """Something will change without input: keep ticking every frame; else sleep on events."""
        return (
            self._stage.has_slides
            or self.mode in (Mode.SHUFFLING, Mode.PREPARING)
            or (self.playback is not None and self.playback.is_playing)
            or self._searcher.is_busy
            or self._advisor.is_busy
            or self.preparation.state is PreparationState.PREPARING
        )

    # ---- Playing ------------------------------------------------------------------------

    def click(self, cell: int) -> bool:
        """Slide the tile on ``cell``; False where it is refused (the view shakes it).

        A search or playback stops right there, hands the board over, and then the click counts.
        While SHUFFLING it only finishes the shuffle at once: the board under the hand was another.
        In EDIT it picks the tile, or lets it change places with the one picked before.
        """
        if self.editor is not None:
            self.editor.pick(cell)
            return True
        return self._act(lambda board: board.moves_to_slide(cell))

    def move(self, move: Move) -> bool:
        """Move the blank; False where it would leave the board. Else as ``click``."""
        if self.editor is not None:
            board = self.editor.board
            if move not in board.legal_moves():
                self._stage.happen(Happening.REFUSED)
                return False
            self.editor.swap(board.blank, board.target(move))
            return True
        return self._act(lambda board: (move,) if move in board.legal_moves() else ())

    def undo(self) -> bool:
        """Take back the last action; from PLAYBACK the whole watch. False where there is none.

        In EDIT take back the last change of the draft; with none left, leave it.
        """
        if self.editor is not None:
            if not self.editor.undo():
                self.cancel_edit()
            return True
        nothing_shown = self.playback is not None and self.playback.position == 0
        self.stop()
        return nothing_shown or self._travel(self._game.undo)

    def redo(self) -> bool:
        """Do again what was undone last; False where there is nothing."""
        if self.editor is not None:
            return self.editor.redo()
        self.stop()
        return self._travel(self._game.redo)

    def restart(self) -> None:
        """The same scenario from its start."""
        self.stop()
        before = self.board
        if before != self.scenario.start or self.move_count:
            self._game.restart()
            self._keep()
            self._stage.jump(before, self.board)
        self._forget_search()

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
        self.stop()
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
        self._begin(scenario)
        self._forget_search()
        self.settings = settings
        self._show_shuffle(before, scenario)

    def paste_seed(self, text: str) -> bool:
        """A board shuffled by the seed in ``text``; False where it is none, as ``message`` says."""
        try:
            seed = parse_seed(text)
        except PuzzlerError as error:
            self._stage.message = str(error)
            self._stage.happen(Happening.REFUSED)
            return False
        self.new(seed=seed)
        return True

    def ask_hint(self) -> None:
        """Ask for a hint: first for the tile, and again for its move. The play is assisted then.

        ``hint`` tells it, at once or as soon as a quick search has found it.
        """
        if self.editor is not None:
            return
        self.stop()
        if self.is_solved:
            self._stage.message = wording.ALREADY_SOLVED
            return
        self._stage.message = wording.THINKING
        self._coach.ask(self.board, self.goal)
        self._think()

    # ---- Editing ------------------------------------------------------------------------

    def edit(self) -> None:
        """Place tiles by hand, beginning with the board as it is. Meanwhile the timer rests."""
        if self.editor is None:
            self.stop()
            self._forget_search()
            self._game.hold(is_held=True)
            self.editor = Editor(self.board, self.goal, self._stage)
            self._stage.message = wording.EDIT

    def finish_edit(self) -> bool:
        """A new play of what was drawn, none where nothing was changed.

        False, and still in EDIT, where it cannot be solved; ``editor.problem`` says so.
        """
        if self.editor is None:
            return True
        draft, is_changed = self.editor.draft, self.editor.is_changed
        if is_changed and not draft.is_solvable:
            self._stage.message = self.editor.problem
            self._stage.happen(Happening.REFUSED)
            return False
        shown = self._leave_edit()
        if is_changed:
            if draft.goal != self.goal:
                self.settings = replace(self.settings, goal=goal_text(draft.goal))
            before = self._game.play.scenario
            labels = before.labels if before.start.size == draft.board.size else None
            self._begin(Scenario(draft.board, draft.goal, labels=labels, title=wording.DRAWN))
        self._stage.rearrange(shown, self.board, PLAYER_SLIDE)
        return True

    def cancel_edit(self) -> None:
        """Drop what was drawn, and go on as before."""
        if self.editor is not None:
            self._stage.rearrange(self._leave_edit(), self.board, PLAYER_SLIDE)

    # ---- Watching -----------------------------------------------------------------------

    def watch(self) -> None:
        """Search from the board as it is now and play the answer; ``message`` says why not."""
        if self.mode in (Mode.SEARCHING, Mode.PREPARING) or not self.finish_edit():
            return
        if self.is_solved:
            self._stage.message = wording.ALREADY_SOLVED
            return
        self.stop()
        self._coach.drop()
        self._watch.begin()

    def stop(self) -> None:
        """End the shuffle (at its end), the search, or the playback (where it stands), at once.

        An edit is finished where the draft can be solved, else dropped.
        """
        if self.editor is not None:
            if not self.finish_edit():
                self.cancel_edit()
                self._stage.message = wording.DROPPED
            return
        if self._show is not None:
            before = self.board
            self._show = None
            self._stage.jump(before, self.board)
        self._watch.end()
        self._keep()

    def toggle_pause(self) -> None:
        """Pause or go on: the search while SEARCHING, the playback while PLAYBACK.

        A playback at its end begins again.
        """
        self._watch.toggle_pause()

    def set_speed(self, moves_per_second: float) -> None:
        """Playback speed, held within 0.5 to 60."""
        self.settings = replace(self.settings, playback_speed=held_speed(moves_per_second))

    def step(self, count: int) -> None:
        """PLAYBACK: pause and go ``count`` moves on, back where negative.

        SEARCHING: expand so many states, then pause.
        """
        self._watch.step(count)

    def seek(self, position: int) -> None:
        """PLAYBACK: to after so many moves."""
        self._watch.seek(position)

    # ---- Time ---------------------------------------------------------------------------

    def tick(self, now: float) -> list[Slide]:
        """Let time pass up to ``now``; the slides since the last tick, in order. Never blocks."""
        elapsed = 0.0 if self._then is None else now - self._then
        self._then = now
        self._watch.tick(elapsed)
        if self._show is not None:
            self._advance_show(self._show, elapsed)
        self._advise()
        slides = self._stage.take()
        if self.settings.reduced_motion:
            return [replace(slide, seconds=0.0) for slide in slides]
        return slides

    def take_happenings(self) -> list[Happening]:
        """What has happened since the last call that may be heard or celebrated, in order."""
        return self._stage.take_happenings()

    def rest(self) -> None:
        """Nothing moves: what may wait for the disk is done now."""
        self._store.rest()

    def close(self) -> None:
        """Keep the game, end every thread and child; the session is over. Harmless to repeat."""
        self.stop()
        self._keep()
        self._store.close()
        self._searcher.close()
        self._advisor.close()
        self.preparation.close()

    # ---- Within -------------------------------------------------------------------------

    def _act(self, moves_on: Callable[[Board], tuple[Move, ...]]) -> bool:
        """One action by hand; what is under way gives way first."""
        was_shuffling = self._show is not None
        self.stop()
        if was_shuffling:
            return True
        before = self.board
        moves = moves_on(before)
        if not moves:
            self._stage.happen(Happening.REFUSED)
            return False
        self._game.slide(moves)
        self._stage.glide(before, moves, Cause.PLAYER, PLAYER_SLIDE)
        self._stage.happen(Happening.SLID)
        self._forget_search()
        if self.is_solved:
            self._note_solve(self._game.play)
        else:
            self._keep()
        return True

    def _note_solve(self, play: Play) -> None:
        """A hand has reached the goal: say so, and let it enter the records once."""
        bests = self._score.note(self._game.saved)
        self._stage.message = wording.solved_by_hand(
            play.move_count, self.optimal, bests=bests, assisted=play.assisted
        )
        self._stage.happen(Happening.SOLVED)
        if bests:
            self._stage.happen(Happening.RECORD)
        _log.info("%s, %.1f s", self.message, play.seconds)

    def _travel(self, step: Callable[[], bool]) -> bool:
        before = self.board
        if not step():
            return False
        self._keep()
        self._stage.change(before, self.board, Cause.UNDO, PLAYER_SLIDE)
        self._stage.happen(Happening.SLID)
        self._forget_search()
        return True

    def _forget_search(self) -> None:
        self._searcher.forget()
        self._stage.message = ""
        self._coach.drop()

    def _think(self) -> None:
        """Tell the hint that was asked for, as soon as it is known."""
        is_told = self._coach.think()
        if is_told:
            self._game.assist()
            self._keep()
        if is_told is not None:
            hint = self._coach.hint(self.board)
            self._stage.message = wording.hint(hint) if hint is not None else wording.NO_HINT

    def _advise(self) -> None:
        """Let the advisor work: on the hint that was asked for, and on the present distance."""
        if self._searcher.result is not None:
            self._advisor.learn(self._searcher.result)
        self._advisor.ask_distance(self.scenario.start, self.scenario.goal)
        has_machine = self._watch.mode in (Mode.PREPARING, Mode.SEARCHING)
        self._advisor.tick(is_free=not has_machine)
        self._think()

    def _leave_edit(self) -> Board:
        """The draft is gone, the timer may run; returns the board that was shown."""
        shown = self.board
        self.editor = None
        self._game.hold(is_held=False)
        self._stage.message = ""
        return shown

    def _begin(self, scenario: Scenario) -> None:
        self._game.begin(scenario)
        self._keep()

    def _keep(self) -> None:
        self._store.keep(self._game.saved)

    def _show_shuffle(self, before: Board, scenario: Scenario) -> None:
        """Show how ``scenario`` was shuffled, unless the person wants no show."""
        if self.settings.instant_shuffle or self.settings.reduced_motion:
            self._stage.jump(before, self.board)
        else:
            self._show = ShuffleShow(scenario)
            self._stage.jump(before, self.board)

    def _advance_show(self, show: ShuffleShow, elapsed: float) -> None:
        board = show.board
        for before, moves in show.advance(elapsed):
            self._stage.jump(board, before)
            board = self._stage.glide(before, moves, Cause.SHUFFLE, SLIDE_SECONDS, is_linear=True)
        if show.is_over:
            self._show = None
