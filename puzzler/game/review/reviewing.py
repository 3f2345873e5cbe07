"""Reviews of a path that was played, move by move, and of what would have been shortest."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.core import texts as play_messages
from puzzler.game.core.activity import ActivitySwitch, Aside, BoardInput, Opener
from puzzler.game.core.game import Play, PlayedPath, played
from puzzler.game.core.playback import Playback
from puzzler.game.play.playing import Playing
from puzzler.game.review import texts
from puzzler.game.review.analysis import Analysis, Filling
from puzzler.game.review.review import Review
from puzzler.game.storage.solves import SolveHistory
from puzzler.humanize import counted


@dataclass(frozen=True)
class ReviewSource:
    """What is reviewed."""

    scenario: Scenario
    """Its start, from which the moves lead, and its goal."""
    moves: tuple[Move, ...]
    times: tuple[float, ...] | None
    """Seconds of play at which each move was made; None where they are not known."""
    title: str
    is_begun: bool = False
    """It is the present game, which is not solved yet."""


@dataclass(frozen=True, kw_only=True)
class ReviewState:
    """What a review shows."""

    source: ReviewSource
    review: Review = field(compare=False)
    """How good every move was, as far as that is proven by now."""
    learned: int
    """Of ``review``: it is another one where this is."""
    track: Playback
    """What was played, each move when it was made where that is known."""
    shortest: Playback | None
    """The shortest continuation, where it is shown: it is what is stepped and played."""
    is_shortest_awaited: bool
    """The shortest continuation was asked for and is being looked for."""
    first_moves: frozenset[Move] | None
    """All that begin a shortest solution from the board shown; None while not proven."""
    factor: float | None
    """How many times as fast as they were made the moves are shown; None where the speed of the
    settings holds, because the times are not known or the continuation is shown."""

    @property
    def position(self) -> int:
        """How many of the played moves lie behind; where the continuation branches off."""
        return self.track.position

    @property
    def timeline(self) -> Playback:
        """What is stepped and played."""
        return self.shortest or self.track

    @property
    def played_move(self) -> Move | None:
        """What was played from the position; None at the end."""
        moves = self.source.moves
        return moves[self.position] if self.position < len(moves) else None


class Reviewing(Aside):
    """A track through the path, and another beside it: the shortest continuation from here.

    Where the board of a game that is not solved is reviewed, that game counts as coached from then
    on. ``try_again`` begins a new play.
    """

    board_input = BoardInput.NONE
    arrows_move_tiles = False
    refusal = texts.REVIEWED

    def __init__(
        self,
        context: ActivitySwitch,
        analysis: Analysis,
        source: ReviewSource,
        filling: Filling,
        *,
        is_playing: bool = False,
    ) -> None:
        """``filling`` is the review of ``source``. is_playing: it replays at once."""
        super().__init__(context)
        scenario = source.scenario
        self.source = source
        self._filling = filling
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
        self._is_shortest_wanted = False
        self._looked_at: tuple[Board, bool] | None = None

    def state(self) -> ReviewState:
        """The review as it stands."""
        distances, shortest = self._context.distances, self._shortest
        return ReviewState(
            source=self.source,
            review=self.review,
            # not ``distances.learned``: the review takes over what is proven in the next tick only
            learned=self.review.learned,
            track=self._track.track(),
            shortest=None if shortest is None else shortest.track(),
            is_shortest_awaited=self._is_shortest_wanted,
            first_moves=distances.first_moves(self.board, self.goal),
            factor=self._track.factor
            if shortest is None and self._track.times is not None
            else None,
        )

    @property
    def review(self) -> Review:
        """How good every move was, as far as that was proven when its figures were made last."""
        return self._filling.shown

    @property
    def position(self) -> int:
        """How many of the played moves lie behind; where the continuation branches off."""
        return self._track.position

    @property
    def timeline(self) -> Playback:
        """What is stepped and played."""
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

    # ---- What a person does ---------------------------------------------------------------

    def begin(self) -> None:
        """At the start of the path; a game that is under way is reviewed from where it is."""
        if self.source.is_begun and not self._track.is_playing:
            self._track.seek(self._track.total)
        super().begin()
        self._context.note_help(self.review.distinct, self.goal)
        self._analysis.open(self._filling)
        self._look()

    def seek(self, position: int) -> None:
        """Go to ``position`` of what was played, within its moves; hide the continuation."""
        if self._is_shortest_wanted or self._shortest is not None:
            self._context.say("")
        self._shortest, self._is_shortest_wanted = None, False
        self._track.step(position - self.position)
        self._context.feedback.change(self.board)

    def states(self) -> dict[str, Any]:
        return {"review": self.state()}

    @property
    def own_path(self) -> tuple[Board, ...]:
        return self.review.boards

    def seek_shown(self, position: int) -> None:
        """Go along the shortest continuation if that is shown, else along the game."""
        if self.state().shortest:
            self.seek_shortest(position)
        else:
            self.seek(position)

    def seek_shortest(self, position: int) -> None:
        """Go to ``position`` of the shortest continuation, where it is shown."""
        if self._shortest is not None:
            self.step(position - self._shortest.position)

    def set_factor(self, factor: float) -> None:
        """Show the moves so many times as fast as they were made."""
        self._track.factor = factor

    def to_mistake(self, direction: int) -> bool:
        """Go to the board before the next mistake, or where negative the previous one.

        False, and said, where none is known in that direction.
        """
        mistakes = sorted(self.review.mistakes, reverse=direction < 0)
        found = next((at for at in mistakes if (at - self.position) * direction > 0), None)
        if found is None:
            known = "" if self.review.is_complete else " is known yet"
            self._refuse(f"No {'later' if direction > 0 else 'earlier'} mistake{known}")
            return False
        self._context.say("")
        self.seek(found)
        return True

    def show_shortest(self) -> None:
        """Show the shortest continuation from here beside it, as soon as it is known."""
        if self._shortest is not None or self._is_shortest_wanted:
            return
        if self.board == self.goal:
            self._refuse(play_messages.ALREADY_SOLVED)
            return
        self._track.pause()
        self._is_shortest_wanted = True
        self._context.say(texts.LOOKING_FOR_SHORTEST)
        self._look()
        self._show_shortest()

    def try_again(self) -> None:
        """A new play from the board shown; it was not shuffled, so it enters no record.

        Undo leads back into the game, as from any new play.
        """
        if self.board == self.goal:
            self._refuse(play_messages.ALREADY_SOLVED)
            return
        context, scenario = self._context, self.source.scenario
        moves = self.play.move_count
        title = f"{self.source.title}, from move {moves:,}" if moves else self.source.title
        context.begin(Scenario(self.board, self.goal, labels=scenario.labels, title=title))
        self.is_over = True
        context.say(texts.TRIED_AGAIN)

    def leave(self) -> None:
        self._analysis.close(self._filling)
        super().leave()

    # ---- Time -----------------------------------------------------------------------------

    def tick(self, elapsed: float) -> None:
        self._look()
        self._show_shortest()
        super().tick(elapsed)

    def _look(self) -> None:
        looked_at = self.board, self._is_shortest_wanted
        if looked_at != self._looked_at:
            self._looked_at = looked_at
            self._analysis.look_at(self.board, self.goal, with_path=self._is_shortest_wanted)

    def _show_shortest(self) -> None:
        shortest = self.shortest(is_playing=False) if self._is_shortest_wanted else None
        if shortest is not None:
            self._is_shortest_wanted, self._shortest = False, shortest
            moves = counted(shortest.total, "move")
            self._context.say(f"A shortest solution from here takes {moves}")


class Choosing(Aside):
    """Nothing is reviewed yet: the view offers what can be."""

    board_input = BoardInput.NONE
    refusal = texts.NOTHING_TO_REVIEW


class Reviews(Opener[Reviewing]):
    """Opens reviews: of the last game, of any solve that was kept, of a pasted solution."""

    def __init__(
        self, context: ActivitySwitch, playing: Playing, solves: SolveHistory, analysis: Analysis
    ) -> None:
        super().__init__(context, Reviewing)
        self._playing = playing
        self._analysis = analysis
        self._solves = solves

    def open_last(self) -> None:
        """Review the present game as far as it is; before its first move the latest solve.

        Where there is neither, what can be reviewed is offered.
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
        """Review that solve of the store; where it is not there any more, say so.

        is_playing: it plays at once, with its real timing.
        """
        solve = self._solves.get(solve_id)
        if solve is None:
            self._context.refuse(texts.SOLVE_IS_GONE)
            return
        title = texts.solve_title(solve)
        scenario = Scenario(solve.start, solve.scenario.goal, title=title)
        source = ReviewSource(scenario, solve.moves, solve.times, title)
        self.open_source(source, is_playing=is_playing)

    def open_source(self, source: ReviewSource, *, is_playing: bool = False) -> None:
        """Review ``source`` as soon as that is made. is_playing: it replays at once."""
        context, scenario = self._context, source.scenario
        made_of = scenario.start, scenario.goal, source.moves, source.times

        def take(made: Filling) -> None:
            context.enter(Reviewing(context, self._analysis, source, made, is_playing=is_playing))

        words = f"Reviewing {counted(len(source.moves), 'move')}"
        self._analysis.make("review", words, made_of, take)

    def _game_source(self) -> ReviewSource:
        """The moves of the game. If it shows the result of a solve, the moves of that solve."""
        saved, finish = self._context.game.saved, self._playing.finish
        path, play = played(saved), self._playing.play
        if finish is not None and finish.solve_id is not None:
            solve = self._solves.get(finish.solve_id)
            if solve is not None:
                path = PlayedPath(solve.start, solve.moves, solve.times)
        title = texts.GAME_SO_FAR
        if play.is_solved or not play.move_count:
            title = texts.LAST_GAME if play.assisted else texts.LAST_SOLVE
        scenario = replace(play.scenario, start=path.start)
        return ReviewSource(scenario, path.moves, path.times, title, is_begun=not play.is_solved)
