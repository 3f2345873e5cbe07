"""Reviews of a play, move by move, with the shortest continuation of each position."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.core import texts
from puzzler.game.core.activity import ActivitySwitch, Aside, BoardInput, Opener
from puzzler.game.core.game import Play, PlayedPath, played
from puzzler.game.core.playback import Playback
from puzzler.game.play.playing import Playing
from puzzler.game.review.analysis import Analysis, LearningReview
from puzzler.game.review.review import Review
from puzzler.game.storage.solves import SolveHistory
from puzzler.game.storage.statistics import Solve
from puzzler.humanize import TIMES, counted, local_time, long_date, solve_time

NOTHING_TO_REVIEW = "Nothing to review yet: make a move, or solve a board"


class MovedBy(Enum):
    """Who made a move. The values are texts."""

    PLAYER = "You moved"
    AI = "The AI moved"
    UNKNOWN = "Moved"


@dataclass(frozen=True)
class ReviewSource:
    """The play of a review."""

    scenario: Scenario
    """The start of the moves, and the goal."""
    moves: tuple[Move, ...]
    moved_by: tuple[MovedBy, ...]
    """Who made each move."""
    times: tuple[float, ...] | None
    """Seconds from the start of the play to each move; None if unknown."""
    title: str
    is_unfinished: bool = False
    """The play is the current game, which is still unsolved."""

    @property
    def is_own(self) -> bool:
        """Whether the player made all moves."""
        return {*self.moved_by} <= {MovedBy.PLAYER}


@dataclass(frozen=True, kw_only=True)
class ReviewState:
    """The state of a review."""

    source: ReviewSource
    review: Review = field(compare=False)
    """The quality of every move, as far as it is proven."""
    learned: int
    """``Review.learned``, which identifies the contents of ``review``."""
    track: Playback
    """The played moves with their times, if they are known."""
    shortest: Playback | None
    """The shortest continuation, which is the timeline while it is shown; otherwise None."""
    is_shortest_awaited: bool
    """A shortest continuation is being searched for."""
    first_moves: frozenset[Move] | None
    """All moves that start a shortest solution of the board; None if not proven."""
    factor: float | None
    """Speed relative to the play; None if the speed of the settings is used, because the times are
    unknown or the continuation is shown."""

    @property
    def position(self) -> int:
        """Number of played moves before the shown board. The continuation starts there."""
        return self.track.position

    @property
    def timeline(self) -> Playback:
        """The playback that is stepped and played: the continuation if shown, else the play."""
        return self.shortest or self.track

    @property
    def played_move(self) -> Move | None:
        """The played move at this position; None at the end."""
        moves = self.source.moves
        return moves[self.position] if self.position < len(moves) else None


class Reviewing(Aside):
    """Shows a play on a track, and a shortest continuation on a second one.

    The review of an unsolved game makes that game count as coached. ``try_again`` starts a new
    play.
    """

    board_input = BoardInput.NONE
    snapshot_field = "review"
    arrows_move_tiles = False
    refusal = "This is a review. Use Try again from here to play on."

    def __init__(
        self,
        context: ActivitySwitch,
        analysis: Analysis,
        source: ReviewSource,
        learning: LearningReview,
        *,
        is_playing: bool = False,
    ) -> None:
        """learning: the review of ``source``. is_playing: start the replay."""
        super().__init__(context)
        scenario = source.scenario
        self.source = source
        self._learning = learning
        self._track = Playback(
            scenario.start,
            context.settings.speed_of(len(source.moves)),
            list(source.moves),
            is_playing=is_playing,
            is_complete=True,
            times=source.times,
        )
        self._shortest: Playback | None = None
        self._analysis = analysis
        self._needs_shortest = False

    def state(self) -> ReviewState:
        """Return the state of the review."""
        distances, shortest = self._context.distances, self._shortest
        return ReviewState(
            source=self.source,
            review=self.review,
            # not ``distances.learned``, because the review reads new bounds in the next tick
            learned=self.review.board_bounds.changes,
            track=self._track.snapshot(),
            shortest=None if shortest is None else shortest.snapshot(),
            is_shortest_awaited=self._needs_shortest,
            first_moves=distances.first_moves(self.board, self.goal),
            factor=self._track.factor
            if shortest is None and self._track.times is not None
            else None,
        )

    @property
    def review(self) -> Review:
        """The quality of every move when the values were computed last."""
        return self._learning.shown

    @property
    def position(self) -> int:
        """Number of played moves before the shown board. The continuation starts there."""
        return self._track.position

    @property
    def timeline(self) -> Playback:
        """The playback that is stepped and played: the continuation if shown, else the play."""
        return self._shortest or self._track

    @property
    def play(self) -> Play:
        further = 0 if self._shortest is None else self._shortest.position
        times = self.review.times
        seconds = times[self.position - 1] if times and self.position else 0.0
        return Play(
            scenario=self.source.scenario,
            board=self.timeline.board,
            move_count=self.position + further,
            seconds=seconds,
        )

    # ---- Actions --------------------------------------------------------------------------

    def begin(self) -> None:
        """Start at the first move, or at the current position of an unsolved game."""
        if self.source.is_unfinished:
            self._track.seek(self._track.total)
        super().begin()
        self._context.note_help(self.review.board_bounds.numbers, self.goal)
        self._analysis.open(self._learning)
        self._request()

    def seek(self, position: int) -> None:
        """Go to a position of the play and hide the continuation."""
        if self._needs_shortest or self._shortest is not None:
            self._context.say("")
        self._shortest, self._needs_shortest = None, False
        self._track.step(position - self.position)
        self._context.feedback.change(self.board)

    @property
    def own_path(self) -> tuple[Board, ...]:
        return self.review.boards

    def seek_shown(self, position: int) -> None:
        """Go to a position of the timeline that is shown."""
        (self.seek_shortest if self._shortest else self.seek)(position)

    def seek_shortest(self, position: int) -> None:
        """Go to a position of the shortest continuation, if it is shown."""
        if self._shortest is not None:
            self.step(position - self._shortest.position)

    def set_factor(self, factor: float) -> None:
        """Set the speed relative to the play."""
        self._track.factor = factor

    def to_mistake(self, direction: int) -> bool:
        """Go to the board before the next mistake, or the previous one if direction is negative.

        Shows a message and returns False if there is none.
        """
        mistakes = sorted(self.review.mistakes, reverse=direction < 0)
        found = next((at for at in mistakes if (at - self.position) * direction > 0), None)
        if found is None:
            suffix = "" if self.review.is_complete else " is known yet"
            self._refuse(f"No {'later' if direction > 0 else 'earlier'} mistake{suffix}")
            return False
        self._context.say("")
        self.seek(found)
        return True

    def show_shortest(self) -> None:
        """Show the shortest continuation when it is known."""
        if self._shortest is not None or self._needs_shortest:
            return
        if self.board == self.goal:
            self._refuse(texts.ALREADY_SOLVED)
            return
        self._track.pause()
        self._needs_shortest = True
        self._context.say("Finding a shortest solution from here")
        self._request()
        self._show_shortest()

    def try_again(self) -> None:
        """Start a play from the board shown. It sets no record, because it was not shuffled.

        Undo returns to the game.
        """
        if self.board == self.goal:
            self._refuse(texts.ALREADY_SOLVED)
            return
        context, scenario = self._context, self.source.scenario
        moves = self.play.move_count
        title = f"{self.source.title}, from move {moves:,}" if moves else self.source.title
        context.start_play(Scenario(self.board, self.goal, labels=scenario.labels, title=title))
        self.is_over = True
        context.say("New game from this board. Undo to go back.")

    def leave(self) -> None:
        self._analysis.close(self._learning)
        super().leave()

    def tick(self, elapsed: float) -> None:
        self._request()
        self._show_shortest()
        super().tick(elapsed)

    def _request(self) -> None:
        self._analysis.look_at(self.board, self.goal, with_path=self._needs_shortest)

    def _show_shortest(self) -> None:
        shortest = self.shortest(is_playing=False) if self._needs_shortest else None
        if shortest is not None:
            self._needs_shortest, self._shortest = False, shortest
            moves = counted(shortest.total, "move")
            self._context.say(f"A shortest solution from here takes {moves}")


class Choosing(Aside):
    """Offers a choice of what to review."""

    board_input = BoardInput.NONE
    refusal = NOTHING_TO_REVIEW


class Reviews(Opener[Reviewing]):
    """Opens reviews of games, stored solves and pasted solutions."""

    def __init__(
        self, context: ActivitySwitch, playing: Playing, solves: SolveHistory, analysis: Analysis
    ) -> None:
        super().__init__(context, Reviewing)
        self._playing = playing
        self._analysis = analysis
        self._solves = solves

    def open_last(self) -> None:
        """Review the current game, or before its first move the latest solve.

        If there is none, offer a choice.
        """
        self._context.stop()
        solve_id = self._solves.latest()
        if self._context.game.present.move_count > 0:
            self.open_source(self._game_source())
        elif solve_id is not None:
            self.open_solve(solve_id)
        else:
            self._context.enter(Choosing(self._context))

    def open_solve(self, solve_id: int, *, is_playing: bool = False) -> None:
        """Review a stored solve. Shows a message if it is no longer stored.

        is_playing: start a replay in real time.
        """
        solve = self._solves.get(solve_id)
        if solve is None:
            self._context.refuse("This solve is no longer available")
            return
        title = _solve_title(solve)
        scenario = Scenario(solve.start, solve.scenario.goal, title=title)
        moved_by, times = _moved_by(solve), solve.times or None
        source = ReviewSource(scenario, solve.moves, moved_by, times, title)
        self.open_source(source, is_playing=is_playing)

    def open_source(self, source: ReviewSource, *, is_playing: bool = False) -> None:
        """Open the review of ``source`` when it is ready. is_playing: start the replay."""
        context, scenario = self._context, source.scenario
        arguments = scenario.start, scenario.goal, source.moves, source.times

        def take(learning: LearningReview) -> None:
            context.enter(
                Reviewing(context, self._analysis, source, learning, is_playing=is_playing)
            )

        text = f"Reviewing {counted(len(source.moves), 'move')}"
        self._analysis.make("review", text, arguments, take)

    def _game_source(self) -> ReviewSource:
        """Return the moves of the game, or of the solve whose result is shown."""
        saved, finish = self._context.game.saved, self._playing.finish
        path, play = played(saved), self._playing.play
        moved_by = tuple(
            MovedBy.AI if at in path.watched else MovedBy.PLAYER for at in range(len(path.moves))
        )
        if finish is not None and finish.solve_id is not None:
            solve = self._solves.get(finish.solve_id)
            if solve is not None and solve.moves != path.moves:
                path = PlayedPath(solve.start, solve.moves, solve.times)
                moved_by = _moved_by(solve)
        is_by_ai = {*moved_by} == {MovedBy.AI}
        title = "This game so far"
        if is_by_ai and play.is_solved:
            title = "Solved by the AI"
        elif play.is_solved or not play.move_count:
            title = "Your last game" if play.assisted else "Your last solve"
        scenario = replace(play.scenario, start=path.start)
        times = None if is_by_ai else path.times  # the timer does not run during a playback
        return ReviewSource(scenario, path.moves, moved_by, times, title, not play.is_solved)


def _moved_by(solve: Solve) -> tuple[MovedBy, ...]:
    """Return who made the moves of a stored solve, which does not name the moves of a search."""
    return (MovedBy.UNKNOWN if solve.assisted else MovedBy.PLAYER,) * len(solve.moves)


def _solve_title(solve: Solve) -> str:
    """Return the title of a solve: 4×4 fully mixed, seed 12, 21 November 2026."""
    rows, columns = solve.start.size
    kind = f"{rows}{TIMES}{columns}" if solve.category is None else solve.category.title
    origin, then = f"seed {solve.seed}" if solve.seed else solve.title, local_time(solve.solved_at)
    return ", ".join(filter(None, (kind, origin, "" if then is None else long_date(then))))


def review_summary(review: Review) -> tuple[tuple[str, str], ...]:
    """Return captions and values. Unknown values are omitted or given as lower bounds."""
    moves, (at_least, _) = len(review.moves), review.bounds[0]
    lines = [("Moves", f"{moves:,}")]
    if review.shortest is not None:
        lines.append(("Shortest", f"{review.shortest:,}"))
    elif at_least:
        lines.append(("Shortest", f"at least {at_least:,}"))
    if review.lost is not None:
        lines.append(("Extra moves", f"{review.lost:,}"))
    if review.times:
        lines.append(("Time", solve_time(review.times[-1])))
    if review.moves_a_second is not None:
        lines.append(("Moves per second", f"{review.moves_a_second:.2f}"))
    return tuple(lines)
