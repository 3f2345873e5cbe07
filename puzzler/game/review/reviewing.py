"""Reviewing: a path that was played, position by position, and what would have been shortest."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game import wording
from puzzler.game.activity import Reply
from puzzler.game.play import playback as speeds
from puzzler.game.play.game import Play
from puzzler.game.play.playback import Playback
from puzzler.game.play.replay import Replay
from puzzler.game.play.slide import HAND_SECONDS, Cause, Happening
from puzzler.game.review.review import Review
from puzzler.game.review.source import Source, SourceKind
from puzzler.game.sitting import Sitting
from puzzler.solver.messages import Progress


class Reviewing:
    """A track through the path, and a ghost track beside it: the shortest continuation from here.

    The game waits beneath as it is; only where its own board is reviewed before it is solved it
    counts as coached from then on. ``leave`` goes back to it; ``try_again`` begins a new play.
    """

    is_aside = True

    def __init__(self, sitting: Sitting, source: Source, *, is_playing: bool = False) -> None:
        """PuzzlerError where the moves of ``source`` do not lead along its board.

        is_playing: it replays at once.
        """
        scenario = source.scenario
        self.source = source
        """What it is a review of."""
        self.review = Review(scenario.start, scenario.goal, source.moves, source.times)
        """How good every move was, as far as that is proven."""
        self.playback = Replay(
            scenario.start,
            sitting.settings.playback_speed,
            list(source.moves),
            is_playing=is_playing,
            is_complete=True,
            times=source.times,
        )
        """The track: what was played, each move when it was made where that is known; pauses of
        more than 3 seconds are shortened to that."""
        self.ghost: Playback | None = None
        """The shortest continuation, where it is shown."""
        self._sitting = sitting
        self._is_over = False
        self._is_ghost_wanted = False
        self._looked_at: tuple[Board, bool] | None = None

    # ---- What there is to see -------------------------------------------------------------

    @property
    def title(self) -> str:
        """What it is a review of, in a few words."""
        return self.source.title

    @property
    def position(self) -> int:
        """How many of the played moves lie behind; while the ghost is shown, where it branches."""
        return self.playback.position

    @property
    def is_on_ghost(self) -> bool:
        """What is shown, stepped and played is the shortest continuation."""
        return self.ghost is not None

    @property
    def is_ghost_awaited(self) -> bool:
        """The shortest continuation was asked for and is being looked for."""
        return self._is_ghost_wanted

    @property
    def timeline(self) -> Playback:
        """What is stepped and played: the ghost where it is shown, else the track."""
        return self.ghost or self.playback

    @property
    def board(self) -> Board:
        """The board at the position, on the ghost that of the ghost."""
        return self.timeline.board

    @property
    def goal(self) -> Board:
        """The goal of what was played."""
        return self.review.goal

    @property
    def played_move(self) -> Move | None:
        """What was played from the position; None at the end."""
        moves = self.review.moves
        return moves[self.position] if self.position < len(moves) else None

    @property
    def first_moves(self) -> frozenset[Move] | None:
        """All that begin a shortest solution from the board shown; None while not proven."""
        return self._sitting.distances.first_moves(self.board, self.goal)

    @property
    def summary(self) -> tuple[tuple[str, str], ...]:
        """Captions and values: moves, shortest, lost, time, moves a second, as far as known."""
        return wording.review_summary(self.review)

    @property
    def play(self) -> Play:
        """A play that stands where the review does."""
        on_ghost = 0 if self.ghost is None else self.ghost.position
        times = self.review.times
        seconds = times[self.position - 1] if times and self.position else 0.0
        return Play(self.source.scenario, self.board, self.position + on_ghost, seconds)

    @property
    def progress(self) -> Progress | None:
        """No search is watched."""
        return None

    @property
    def is_busy(self) -> bool:
        """It plays."""
        return self.timeline.is_playing

    @property
    def is_over(self) -> bool:
        """It was left."""
        return self._is_over

    @property
    def is_paused(self) -> bool:
        """What is shown stands still."""
        return not self.timeline.is_playing

    @property
    def holds_timer(self) -> bool:
        """The game waits."""
        return True

    @property
    def can_undo(self) -> bool:
        """Nothing is changed here."""
        return False

    @property
    def can_redo(self) -> bool:
        """Nothing is changed here."""
        return False

    # ---- What the hand does ---------------------------------------------------------------

    def begin(self) -> None:
        """At the start of the path; a game that is under way is reviewed from where it is."""
        if self.source.kind is SourceKind.GAME and not self.playback.is_playing:
            self.playback.seek(self.playback.total)
        self._sitting.stage.jump(self._sitting.board, self.board)
        self._sitting.say("")
        self._mark_game()
        self._sitting.assessing.open(self.review)
        self._look()

    def click(self, cell: int) -> Reply:
        """Nothing is played here; the line says what to do."""
        return self._refuse(wording.REVIEWED)

    def move(self, move: Move) -> Reply:
        """As ``click``."""
        return self._refuse(wording.REVIEWED)

    def undo(self) -> Reply:
        """There is nothing to take back."""
        return Reply.REFUSED

    def redo(self) -> Reply:
        """There is nothing to do again."""
        return Reply.REFUSED

    def toggle_pause(self) -> None:
        """Play what is shown, or stand still; at its end it begins again."""
        timeline, before = self.timeline, self.board
        if timeline.is_playing:
            timeline.pause()
        else:
            timeline.play()
            self._sitting.stage.jump(before, self.board)

    def step(self, count: int) -> None:
        """Pause, and go ``count`` moves on, back where negative, along what is shown."""
        before = self.board
        self.timeline.step(count)
        self._went(before)

    def seek(self, position: int) -> None:
        """Go to ``position`` of what was played, held within its moves; the ghost is hidden."""
        before = self.board
        self._drop_ghost()
        self.playback.step(position - self.position)
        self._went(before)

    def seek_ghost(self, position: int) -> None:
        """Go to ``position`` of the shortest continuation, where it is shown."""
        if self.ghost is not None:
            before = self.board
            self.ghost.step(position - self.ghost.position)
            self._went(before)

    def to_mistake(self, direction: int) -> bool:
        """Go to the board before the next mistake, or where negative the previous one.

        False, and said, where none is known in that direction.
        """
        here, mistakes = self.position, self.review.mistakes
        if direction > 0:
            found = min((index for index in mistakes if index > here), default=None)
        else:
            found = max((index for index in mistakes if index < here), default=None)
        if found is None:
            is_known = self.review.is_complete
            self._refuse(wording.no_mistake(is_after=direction > 0, is_known=is_known))
            return False
        self._sitting.say("")
        self.seek(found)
        return True

    def show_shortest(self) -> None:
        """Show the shortest continuation from here as a ghost track, as soon as it is known."""
        if self.ghost is not None or self._is_ghost_wanted:
            return
        if self.board == self.goal:
            self._refuse(wording.ALREADY_SOLVED)
            return
        self.playback.pause()
        self._is_ghost_wanted = True
        self._sitting.say(wording.LOOKING_FOR_SHORTEST)
        self._look()
        self._show_ghost()

    def hide_shortest(self) -> None:
        """Back to what was played, to where the ghost branches off."""
        before = self.board
        self._drop_ghost()
        self._went(before)

    def try_again(self) -> None:
        """A new play from the board shown; it was not shuffled, so it enters no record.

        Undo leads back into the game, as from any new play.
        """
        if self.board == self.goal:
            self._refuse(wording.ALREADY_SOLVED)
            return
        sitting, scenario = self._sitting, self.source.scenario
        title = wording.tried_again(self.source.title, self.play.move_count)
        sitting.begin(Scenario(self.board, self.goal, labels=scenario.labels, title=title))
        self._is_over = True
        sitting.say(wording.TRIED_AGAIN)

    def leave(self) -> None:
        """Back to the game as it was."""
        self._sitting.assessing.close(self.review)
        if not self._is_over:
            self._is_over = True
            self._sitting.stage.jump(self.board, self._sitting.board)
            self._sitting.say("")

    # ---- Time -----------------------------------------------------------------------------

    def tick(self, elapsed: float) -> None:
        """Let ``elapsed`` seconds of what is shown pass, and fill in what has been proven."""
        self.timeline.speed = self._sitting.settings.playback_speed
        self._look()
        self._show_ghost()
        self._advance(elapsed)

    def _advance(self, elapsed: float) -> None:
        timeline, stage, board = self.timeline, self._sitting.stage, self.board
        moves = timeline.advance(elapsed)
        if not moves:
            return
        if isinstance(timeline, Replay) and timeline.is_timed:
            # what was made at once slides at once
            stage.change(board, timeline.board, Cause.PLAYBACK, HAND_SECONDS)
            stage.happen(Happening.SLID)
            return
        is_linear = speeds.is_linear(timeline.speed)
        for move in moves:
            seconds = speeds.slide_seconds(timeline.speed)
            board = stage.glide(board, (move,), Cause.PLAYBACK, seconds, is_linear=is_linear)
            if not is_linear:
                stage.happen(Happening.SLID)

    def _mark_game(self) -> None:
        """Who reviews a board that is being played learns what the coach would say of it."""
        sitting, play, scenario = self._sitting, self._sitting.game.play, self.source.scenario
        is_told = {play.scenario.start, play.board} & set(self.review.boards)
        if play.is_solved or play.scenario.goal != scenario.goal or not is_told:
            return
        if play.blindfold:
            sitting.game.assist()
            sitting.say(wording.BLINDFOLD_GIVEN_UP)
        elif not play.is_helped:
            sitting.game.coach()
            sitting.say(wording.COUNTS_AS_COACHED)
        sitting.changed()

    def _look(self) -> None:
        """Have proven what is looked at before the rest of the review."""
        looked_at = self.board, self._is_ghost_wanted
        if looked_at != self._looked_at:
            self._looked_at = looked_at
            self._sitting.assessing.look_at(self.board, self.goal, with_path=self._is_ghost_wanted)

    def _show_ghost(self) -> None:
        """Show the continuation that was asked for, where it is known by now."""
        path = self._sitting.distances.path(self.board, self.goal)
        if not self._is_ghost_wanted or path is None:
            return
        self._is_ghost_wanted = False
        self.ghost = Playback(
            self.board,
            self._sitting.settings.playback_speed,
            list(path),
            is_playing=False,
            is_complete=True,
        )
        self._sitting.say(wording.shortest_from_here(len(path)))

    def _drop_ghost(self) -> None:
        if self._is_ghost_wanted or self.ghost is not None:
            self._sitting.say("")
        self.ghost, self._is_ghost_wanted = None, False

    def _went(self, before: Board) -> None:
        self._sitting.stage.change(before, self.board, Cause.PLAYBACK, HAND_SECONDS)

    def _refuse(self, message: str) -> Reply:
        self._sitting.say(message)
        self._sitting.stage.happen(Happening.REFUSED)
        return Reply.REFUSED
