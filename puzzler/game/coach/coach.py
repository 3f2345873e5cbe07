"""The coach: hints, moves left and lost, and the tiles that lose none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.coach.finder import DistanceFinder
from puzzler.game.core import texts
from puzzler.game.core.activity import ActivitySwitch
from puzzler.game.core.distances import CELLS_FOR_TABLES, Purpose, ShortestLength, around, beside
from puzzler.game.core.game import Play
from puzzler.game.core.playback import distances_along
from puzzler.game.play.playing import Playing
from puzzler.game.watch.watch import Watch
from puzzler.humanize import counted, counted_between
from puzzler.search.engine.measuring import DistanceQuestion

THINKING = "Finding a hint"
SHORTEST_HINT = "Best tile to move"
HINT = "This tile starts a solution, but maybe not a shortest one"
NO_HINT = "No hint found for this board"


@dataclass(frozen=True)
class Hint:
    """What to do next."""

    cell: int | None = None
    """The cell of the tile to slide; None while the search for it runs."""
    move: Move | None = None
    """The blank's move that slides it, opposite to the tile's own direction; None until asked."""
    is_shortest: bool = False
    """It begins a shortest solution, and that is proven."""


@dataclass(frozen=True)
class CoachLine:
    """What the coach says of the board as it is."""

    left: ShortestLength
    lost: int | None = None
    """Moves lost since the start of the play; None while that is not proven."""
    first_moves: frozenset[Move] | None = None
    last_lost: int = 0
    """Moves that the last slide has lost, two for each tile of it that went wrong; 0 where it lost
    none, where it was undone, and while that is not proven."""

    @property
    def text(self) -> str:
        """41 moves left, 6 wasted; at least 41 moves left. "" where nothing is known."""
        at_least, at_most = self.left.at_least, self.left.at_most
        left = "computing" if self.left.is_computing else ""
        if self.left.moves is not None:
            left = f"{counted(self.left.moves, 'move')} left"
        elif at_least:
            left = f"{counted_between(at_least, at_most, 'move')} left"
        elif at_most is not None:
            left = f"at most {counted(at_most, 'move')} left"
        if not left or self.lost is None:
            return left
        return f"{left}, {f'{self.lost:,}' if self.lost else 'none'} wasted"


@dataclass(frozen=True, kw_only=True)
class CoachState:
    """What the coach shows."""

    shortest: ShortestLength
    """What is known of the shortest solution from the scenario's start; of a draft nothing."""
    hint: Hint | None
    line: CoachLine | None
    """None where the coach is off, or no board is played that is to be solved."""
    green_cells: tuple[int, ...]
    """The cells beside the blank whose tile begins a shortest solution, while one is coached.

    A click that slides several tiles begins with the one beside the blank.
    """


class Coach:
    """Shows what ``finder`` finds; nothing waits for it."""

    def __init__(
        self, context: ActivitySwitch, playing: Playing, watch: Watch, finder: DistanceFinder
    ) -> None:
        self._context = context
        self._playing = playing
        self._watch = watch
        self._finder = finder
        self._question: tuple[Board, Board] | None = None  # that a hint is wanted for
        self._is_move_wanted = False
        self._hint: Hint | None = None
        self._asked_for: object = None  # what distances were asked for
        self._line_of = lru_cache(maxsize=1)(self._make_line)  # it is read in every frame
        context.on_board.append(lambda is_new: self._drop_hint())

    def state(self) -> CoachState:
        """What it shows just now."""
        context = self._context
        scenario = context.game.present.scenario
        is_editing = context.activity.is_editing
        shortest = ShortestLength()
        if not is_editing:
            shortest = context.distances.shortest(scenario.start, scenario.goal)
        line, green_cells = self._told if self._is_coaching else (None, ())
        return CoachState(
            shortest=shortest, hint=self._hint_here, line=line, green_cells=green_cells
        )

    def ask_hint(self) -> None:
        """Ask for a hint: first for the tile, and again for its move. The play is assisted then.

        It is shown at once or as soon as a quick search has found it.
        """
        context = self._context
        if context.activity.is_editing or context.activity.is_aside:
            return
        context.stop()
        if context.board == context.goal:
            context.say(texts.ALREADY_SOLVED)
            return
        context.say(THINKING)
        self._is_move_wanted = self._hint_here is not None
        self._question = context.board, context.goal
        self._hint = Hint()
        self._finder.ask_hint(*self._question)
        self._think()

    def tick(self) -> None:
        """Work on the hint that was asked for, the line, and the shortest length."""
        context = self._context
        if self._question is not None and not context.is_playing:
            self._drop_hint()
        self._ask()
        self._finder.tick(
            is_free=not self._watch.is_searching, memory_bytes=context.settings.limit.memory_bytes
        )
        self._watch.update_outcome()
        self._think()
        if self._is_coaching and not context.game.present.coached:
            context.game.mark(coached=True)
            context.changed()

    # ---- Hints ------------------------------------------------------------------------------

    @property
    def _hint_here(self) -> Hint | None:
        question, context = self._question, self._context
        is_here = question is not None and question[0] == context.board
        return self._hint if is_here and context.is_playing else None

    def _drop_hint(self) -> None:
        if self._question is not None:
            self._question = self._hint = None
            self._finder.drop_hint()

    def _think(self) -> None:
        context = self._context
        if self._question is None or self._hint != Hint():
            return
        board, goal = self._question
        known = context.distances.next_move(board, goal)
        if known is not None:
            move, is_shortest = known
            shown = move if self._is_move_wanted else None
            self._hint = Hint(board.target(move), shown, is_shortest)
            context.game.mark(assisted=True)
            context.changed()
            context.say(SHORTEST_HINT if is_shortest else HINT)
        elif self._question in self._finder.hopeless:
            self._drop_hint()
            context.say(NO_HINT)
        elif not context.feedback.message:
            context.say(THINKING)

    # ---- Its line ---------------------------------------------------------------------------

    @property
    def _is_coaching(self) -> bool:
        context = self._context
        return (
            context.settings.coach
            and context.is_playing
            and not self._playing.is_covering
            and context.board != context.goal
        )

    @property
    def _told(self) -> tuple[CoachLine, tuple[int, ...]]:
        context, slid_from = self._context, self._playing.slid_from
        play, distances = context.game.present, context.distances
        left = distances.shortest(play.board, context.goal)
        return self._line_of(play, slid_from, left, distances.learned)

    def _make_line(
        self, play: Play, slid_from: Board | None, left: ShortestLength, _: int
    ) -> tuple[CoachLine, tuple[int, ...]]:
        distances, goal = self._context.distances, play.scenario.goal
        if not left.at_least and left.moves is None:
            # until something is proven: the taxicab distances of all tiles
            left = replace(left, at_least=distances_along(play.board, goal, ())[0])
        first = distances.shortest(play.scenario.start, goal)
        last_lost = 0
        if slid_from is not None:
            before = distances.shortest(slid_from, goal)
            last_lost = lost_between(before, left, len(play.moves)) or 0
        moves = distances.first_moves(play.board, goal)
        line = CoachLine(left, lost_between(first, left, play.move_count), moves, last_lost)
        return line, tuple(sorted(play.board.target(move) for move in moves or ()))

    def _ask(self) -> None:
        distances, play = self._context.distances, self._context.game.present
        board, goal = play.board, play.scenario.goal
        around_board = (board, goal, self._playing.slid_from) if self._is_coaching else None
        if (play.scenario, around_board) == self._asked_for:
            return
        self._asked_for = play.scenario, around_board
        distances.ask(Purpose.START, (DistanceQuestion(play.scenario.start, goal),))
        questions: list[DistanceQuestion] = []
        if around_board is not None:
            is_large = len(board.tiles) > CELLS_FOR_TABLES
            questions = [DistanceQuestion(board, goal)] if is_large else coached(*around_board)
        distances.ask(Purpose.COACH, questions)


def lost_between(before: ShortestLength, after: ShortestLength, moves: int) -> int | None:
    """Moves lost by ``moves`` steps of the blank from one board to another; None where not proven.

    A step towards the goal shortens the distance by one, any other makes it longer by one: each of
    those costs two.
    """
    if before.moves is None or after.moves is None:
        return None
    return moves + after.moves - before.moves


def coached(board: Board, goal: Board, before: Board | None) -> list[DistanceQuestion]:
    """What a live coach wants to know, the most urgent first.

    The present board and all that one slide can make of it; ``before``, from where the last slide
    came, to tell what that one lost; and what is beside the boards one move on, so that the next
    answer is there before the move is.
    """
    asked = around(board, goal)
    if before is not None:
        asked.append(DistanceQuestion(before, goal))
    for move in board.legal_moves():
        asked += beside(board.apply(move), goal)
    return list(dict.fromkeys(asked))
