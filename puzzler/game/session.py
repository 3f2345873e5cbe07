"""The session: the game without a screen, and the one object that the window talks to."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import shuffle
from puzzler.game import wording
from puzzler.game.game import Game
from puzzler.game.mode import Cause, Mode, Slide
from puzzler.game.playback import Playback, held_speed
from puzzler.game.searcher import Searcher, StartSolver
from puzzler.game.settings import Settings, carry_over
from puzzler.game.shuffle_show import SLIDE_SECONDS, ShuffleShow
from puzzler.game.stage import Stage
from puzzler.game.watch import Watch
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
        kept_settings: Settings | None = None,
        start_solver: StartSolver = start,
    ) -> None:
        self.preparation = preparation
        """Its ``state`` and ``message`` tell about the first compile; closed with the session."""
        self.kept_settings = kept_settings or settings
        """What to keep for the next time: ``settings``, less what holds for this session only."""
        self._stage = Stage()
        self._show: ShuffleShow | None = None
        self._then: float | None = None  # time of the last tick
        first = scenario or _shuffled(settings.rows, settings.columns)
        self._game = Game(first, clock)
        self._searcher = Searcher(preparation, start_solver)
        self._watch = Watch(self._game, self._searcher, preparation, self._stage, settings)
        if scenario is None:
            self._show_shuffle(first.start)

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
        return Mode.SHUFFLING if self._show is not None else self._watch.mode

    @property
    def board(self) -> Board:
        """What is to be shown now."""
        if self._show is not None:
            return self._show.board
        if self.playback is not None:
            return self.playback.board
        return self._game.play.board

    @property
    def goal(self) -> Board:
        """The board to reach."""
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
        return self._show is None and self.board == self.goal

    @property
    def assisted(self) -> bool:
        """The machine has shown moves of an answer to this scenario."""
        return self._game.play.assisted

    @property
    def can_undo(self) -> bool:
        """There is an action to take back, or a playback to leave."""
        return self.playback is not None or self._game.can_undo

    @property
    def can_redo(self) -> bool:
        """The last action was an undo."""
        return self._game.can_redo

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
            or self.preparation.state is PreparationState.PREPARING
        )

    # ---- Playing ------------------------------------------------------------------------

    def click(self, cell: int) -> bool:
        """Slide the tile on ``cell``; False where it is refused (the view shakes it).

        A search or playback stops right there, hands the board over, and then the click counts.
        While SHUFFLING it only finishes the shuffle at once: the board under the hand was another.
        """
        return self._act(lambda board: board.moves_to_slide(cell))

    def move(self, move: Move) -> bool:
        """Move the blank; False where it would leave the board. Else as ``click``."""
        return self._act(lambda board: (move,) if move in board.legal_moves() else ())

    def undo(self) -> bool:
        """Take back the last action; from PLAYBACK the whole watch. False where there is none."""
        nothing_shown = self.playback is not None and self.playback.position == 0
        self.stop()
        return nothing_shown or self._travel(self._game.undo)

    def redo(self) -> bool:
        """Do again what was undone last; False where there is nothing."""
        self.stop()
        return self._travel(self._game.redo)

    def restart(self) -> None:
        """The same scenario from its start."""
        self.stop()
        before = self.board
        if before != self.scenario.start or self.move_count:
            self._game.restart()
            self._stage.jump(before, self.board)
        self._forget_search()

    def new(
        self, rows: int | None = None, columns: int | None = None, seed: int | None = None
    ) -> None:
        """A freshly shuffled board, by default of the present shape; BoardError where it cannot be.

        The goal stays where the shape stays, else it is the standard one. A shape that is named is
        chosen for later, too.
        """
        size = rows or self.board.rows, columns or self.board.columns
        scenario = _shuffled(*size, seed, self.goal if size == self.goal.size else None)
        self.stop()
        before = self.board
        self._game.begin(scenario)
        self._forget_search()
        if rows or columns:
            self.settings = replace(self.settings, rows=size[0], columns=size[1])
        self._show_shuffle(before)

    # ---- Watching -----------------------------------------------------------------------

    def watch(self) -> None:
        """Search from the board as it is now and play the answer; ``message`` says why not."""
        if self.mode in (Mode.SEARCHING, Mode.PREPARING):
            return
        if self.is_solved:
            self._stage.message = wording.ALREADY_SOLVED
            return
        self.stop()
        self._watch.begin()

    def stop(self) -> None:
        """End the shuffle (at its end), the search, or the playback (where it stands), at once."""
        if self._show is not None:
            before = self.board
            self._show = None
            self._stage.jump(before, self.board)
        self._watch.end()

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
        slides = self._stage.take()
        if self.settings.reduced_motion:
            return [replace(slide, seconds=0.0) for slide in slides]
        return slides

    def close(self) -> None:
        """End every thread and child; the session is over. Harmless to repeat."""
        self.stop()
        self._searcher.close()
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
            return False
        self._game.slide(moves)
        self._stage.glide(before, moves, Cause.PLAYER, PLAYER_SLIDE)
        self._forget_search()
        if self.is_solved:
            self._stage.message = wording.solved_by_hand(self.move_count)
            _log.info("%s, %.1f s", self.message, self.seconds)
        return True

    def _travel(self, step: Callable[[], bool]) -> bool:
        before = self.board
        if not step():
            return False
        self._stage.change(before, self.board, Cause.UNDO, PLAYER_SLIDE)
        self._forget_search()
        return True

    def _forget_search(self) -> None:
        self._searcher.forget()
        self._stage.message = ""

    def _show_shuffle(self, before: Board) -> None:
        """Show how the present scenario was shuffled, unless the person wants no show."""
        if self.settings.instant_shuffle or self.settings.reduced_motion:
            self._stage.jump(before, self.board)
        else:
            self._show = ShuffleShow(self.scenario)
            self._stage.jump(before, self.board)

    def _advance_show(self, show: ShuffleShow, elapsed: float) -> None:
        board = show.board
        for moves in show.advance(elapsed):
            board = self._stage.glide(board, moves, Cause.SHUFFLE, SLIDE_SECONDS, is_linear=True)
        if show.is_over:
            self._show = None


def _shuffled(
    rows: int, columns: int, seed: int | None = None, goal: Board | None = None
) -> Scenario:
    scenario = shuffle(rows, columns, seed=seed, goal=goal)
    _log.info("board shuffled: %dx%d, seed %d", rows, columns, scenario.seed)
    return scenario
