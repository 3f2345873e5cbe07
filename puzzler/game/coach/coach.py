"""The coach: hints, moves left, extra moves, and the best tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.coach.finder import DistanceFinder
from puzzler.game.core import texts
from puzzler.game.core.activity import ActivitySwitch
from puzzler.game.core.distances import (
    CELLS_FOR_TABLES,
    Purpose,
    ShortestLength,
    neighbour_questions,
    slide_questions,
)
from puzzler.game.core.playback import distances_along
from puzzler.game.play.playing import Playing
from puzzler.humanize import counted, counted_between
from puzzler.search.engine.measuring import DistanceQuestion

THINKING = "Finding a hint"
SHORTEST_HINT = "Best move: highlighted tile"
HINT = "This tile starts a solution, perhaps not a shortest one"
NO_HINT = "No hint found for this board"


@dataclass(frozen=True)
class Hint:
    """A hint. It is empty while it is being searched for."""

    cell: int | None = None
    """The cell of the tile to slide."""
    move: Move | None = None
    """The blank's move that slides the tile; None if the player has requested the tile only."""
    is_shortest: bool = False
    """The move is proven to start a shortest solution."""


@dataclass(frozen=True)
class CoachLine:
    """The data for the coach's line about the current board."""

    left: ShortestLength
    lost: int | None = None
    """Extra moves since the start of the play; None if not proven."""
    last_lost: int = 0
    """Extra moves caused by the last slide; 0 if none are proven or the slide was undone."""

    @property
    def text(self) -> str:
        """Text such as "41 moves left, 6 extra"; empty if no distance is proven."""
        low, high = self.left.at_least, self.left.at_most
        if not low and high is None:
            return "computing" if self.left.is_computing else ""
        text = f"{counted_between(low, high, 'move')} left"
        if high and not low:
            text = f"at most {counted(high, 'move')} left"
        if self.lost is None:
            return text
        return f"{text}, {self.lost:,} extra" if self.lost else f"{text}, no extra moves"

    @property
    def short_text(self) -> str:
        """The text without the noun, such as "41 left, 6 extra"."""
        return self.text.replace(" moves", "").replace(" move", "")


@dataclass(frozen=True, kw_only=True)
class CoachState:
    """The state of the coach."""

    shortest: ShortestLength
    """Length of a shortest solution of the scenario; empty in the editor."""
    hint: Hint | None
    line: CoachLine | None
    """None if the coach is off or the board is solved."""
    green_cells: tuple[int, ...]
    """Cells next to the blank from which a tile starts a shortest solution.

    A click that slides several tiles starts with the one next to the blank.
    """


class Coach:
    """Shows hints and distances when ``finder`` has found them. No method waits."""

    def __init__(self, context: ActivitySwitch, playing: Playing, finder: DistanceFinder) -> None:
        self._context = context
        self._playing = playing
        self._finder = finder
        self._question: tuple[Board, Board] | None = None  # the position that needs a hint
        self._shows_move = False
        self._hint: Hint | None = None
        self._requested: object = None  # the position whose distances are requested
        context.on_board.append(lambda is_new: self._drop_hint())

    def state(self) -> CoachState:
        """Return the state of the coach."""
        context, distances = self._context, self._context.distances
        scenario, board = context.game.present.scenario, context.board
        is_editing, is_coaching = context.activity.is_editing, self._is_coaching
        moves = distances.first_moves(board, scenario.goal) if is_coaching else None
        return CoachState(
            shortest=ShortestLength()
            if is_editing
            else distances.shortest(scenario.start, scenario.goal),
            hint=self._hint_here,
            line=self._line if is_coaching else None,
            green_cells=tuple(sorted(board.target(move) for move in moves or ())),
        )

    def ask_hint(self) -> None:
        """Show a hint when it is found: first the tile, then its move. The play is assisted."""
        context = self._context
        if context.activity.is_editing or context.activity.is_aside:
            return
        context.stop()
        if context.board == context.goal:
            context.say(texts.ALREADY_SOLVED)
            return
        context.say(THINKING)
        self._shows_move = self._hint_here is not None
        self._question = context.board, context.goal
        self._hint = Hint()
        self._finder.ask_hint(*self._question)
        self._think()

    def tick(self, *, is_free: bool) -> None:
        """Update the hint, the coach's line and the shortest length. is_free: no search runs."""
        context = self._context
        if self._question is not None and not context.is_playing:
            self._drop_hint()
        self._request()
        self._finder.tick(is_free=is_free)
        self._think()
        if self._is_coaching and not context.game.present.coached:
            context.game.mark(coached=True)
            context.store_game()

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
        following = context.distances.next_move(board, goal)
        if following is not None:
            move, is_shortest = following
            shown = move if self._shows_move else None
            self._hint = Hint(board.target(move), shown, is_shortest)
            context.game.mark(assisted=True)
            context.store_game()
            context.say(SHORTEST_HINT if is_shortest else HINT)
        elif self._question in self._finder.hopeless:
            self._drop_hint()
            context.say(NO_HINT)
        elif not context.feedback.message:
            context.say(THINKING)

    # ---- The line of the coach ---------------------------------------------------------------

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
    def _line(self) -> CoachLine:
        distances, slid_from = self._context.distances, self._playing.slid_from
        play, goal = self._context.game.present, self._context.goal
        left = distances.shortest(play.board, goal)
        if not left.at_least and left.moves is None:
            # until something is proven, use the taxicab distances of all tiles
            left = replace(left, at_least=distances_along(play.board, goal, ())[0])
        first, last_lost = distances.shortest(play.scenario.start, goal), 0
        if slid_from is not None:
            before = distances.shortest(slid_from, goal)
            last_lost = extra_moves_between(before, left, len(play.moves)) or 0
        return CoachLine(left, extra_moves_between(first, left, play.move_count), last_lost)

    def _request(self) -> None:
        distances, play = self._context.distances, self._context.game.present
        board, goal, slid_from = play.board, play.scenario.goal, self._playing.slid_from
        around_board = (board, slid_from) if self._is_coaching else None
        with_path = bool(self._context.settings.ghost)  # the solver's ghost plays the solution
        if (play.scenario, around_board, with_path) == self._requested:
            return
        self._requested = play.scenario, around_board, with_path
        start = DistanceQuestion(play.scenario.start, goal, with_path=with_path)
        distances.ask(Purpose.START, (start,))
        questions: list[DistanceQuestion] = []
        if self._is_coaching and len(board.tiles) > CELLS_FOR_TABLES:
            questions = [DistanceQuestion(board, goal)]
        elif self._is_coaching:
            questions = slide_questions(board, goal)
            if slid_from is not None:  # for the cost of the last slide
                questions.append(DistanceQuestion(slid_from, goal))
            # the neighbours of the next boards, to have their distances before the next move
            for move in board.legal_moves():
                questions += neighbour_questions(board.apply(move), goal)
        distances.ask(Purpose.COACH, list(dict.fromkeys(questions)))


def extra_moves_between(before: ShortestLength, after: ShortestLength, moves: int) -> int | None:
    """Return the extra moves among ``moves`` moves between two boards, or None if not proven.

    A move towards the goal reduces the distance by one. Any other move increases it by one and
    therefore costs two.
    """
    if before.moves is None or after.moves is None:
        return None
    return moves + after.moves - before.moves
