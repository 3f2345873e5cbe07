"""Playing: the person has the board; before that the shuffle of a new one is shown."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain, groupby

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.play import messages
from puzzler.game.play.category import Difficulty
from puzzler.game.play.context import Activity, Context, Reply
from puzzler.game.play.distances import Shortest
from puzzler.game.play.game import SavedGame
from puzzler.game.play.new_boards import Result, result_line
from puzzler.game.play.playback import LONGEST_STEP
from puzzler.game.play.relay import STAGES, Relay
from puzzler.game.play.slide import Happening
from puzzler.humanize import counted, listed, solve_time

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class Finish:
    """What is shown when the person has reached the goal."""

    seconds: float
    moves: int
    """Steps of the blank, those of a playback that was handed over among them."""
    shortest: Shortest
    beaten: tuple[str, ...] = ()
    """The bests that it has beaten: "time", "moves", "efficiency"."""
    assisted: bool = False
    """The machine has shown moves: the solve enters no record."""
    coached: bool = False
    blindfold: bool = False
    solve_id: int | None = None
    """Its row in the store, for a review; None where it could not be kept."""
    relay: Relay | None = None

    @property
    def lost(self) -> int | None:
        """Moves lost; None while the shortest solution is not proven."""
        return None if self.shortest.moves is None else self.moves - self.shortest.moves


def finished(finish: Finish) -> str:
    """Said when the person reaches the goal.

    "Solved in 27 moves, a perfect solution. New best time: 2.0 s"
    """
    if finish.relay is not None:
        said = f"Relay of {len(STAGES)} boards finished in {solve_time(finish.relay.seconds)}"
        return f"{said}, with help" if finish.relay.is_helped else said
    shortest, lost = finish.shortest.moves, finish.lost
    said = f"Solved in {counted(finish.moves, 'move')}"
    if "time" not in finish.beaten:
        said += f" and {solve_time(finish.seconds)}"
    if lost is not None:
        said += f"; the shortest solution takes {shortest:,}" if lost else ", a perfect solution"
    if finish.assisted:
        said += ", with help"
    elif finish.coached:
        said += ", coached"
    beaten = {
        "time": f"time: {solve_time(finish.seconds)}",
        "moves": f"number of moves: {finish.moves:,}",
        "efficiency": "efficiency",
    }
    named = [words for name, words in beaten.items() if name in finish.beaten]
    return f"{said}. New best {listed(named)}" if named else said


def finish_line(finish: Finish, scenario: Scenario) -> str:
    """The result as a line to share: Puzzler 3x3, 2026-11-23: 25 of 25 moves, 9.84 s."""
    if finish.relay is not None:
        moves = sum(split.moves for split in finish.relay.splits)
        (rows, columns), (most_rows, most_columns) = STAGES[0], STAGES[-1]
        ends = f"{rows}x{columns} to {most_rows}x{most_columns}"
        time = solve_time(finish.relay.seconds)
        return f"Puzzler relay {ends}: {counted(moves, 'move')}, {time}"
    result = Result(finish.seconds, finish.moves, finish.shortest.moves)
    seed = "" if scenario.seed is None else str(scenario.seed)
    is_daily = scenario.difficulty == Difficulty.DAILY
    return result_line(scenario.goal.size, seed, result, is_daily=is_daily)


class Playing(Activity):
    """Slides by hand, undo and redo. Nothing changes without input but the timer."""

    is_paused = False
    """The person has paused the game. Any action goes on with it."""

    def __init__(
        self, context: Context, record: Callable[[SavedGame], tuple[tuple[str, ...], int | None]]
    ) -> None:
        """``record`` stores a solve by hand; it returns the bests beaten and the row's number."""
        super().__init__(context)
        self._record = record
        self.slid_from: Board | None = None
        """The board before the last action, where that was a slide by hand; else None."""
        self._finish: Finish | None = None  # of the last action
        self._said = ""  # about the finish
        self._finished: int | None = None  # the number of the play that was solved
        context.on_board.append(self._forget_action)

    @property
    def is_blindfold(self) -> bool:
        """The game is played blindfold, and was neither solved nor given up."""
        play = self._context.game.present
        return play.blindfold and not play.is_solved and self._finished != play.number

    @property
    def is_covering(self) -> bool:
        """The tiles are to be covered: the game is paused, or played blindfold."""
        return self.is_paused or self.is_blindfold

    @property
    def finish(self) -> Finish | None:
        """The result of the solve that the last action was, as far as it is known by now."""
        play, finish = self._context.game.present, self._finish
        if finish is not None:
            shortest = self._context.distances.shortest(play.scenario.start, play.scenario.goal)
            if finish.shortest != shortest:
                self._finish = replace(finish, shortest=shortest)
        return self._finish

    def slide(self, moves: tuple[Move, ...]) -> Reply:
        if self.is_paused:  # the tiles are covered: the person could not see what would slide
            self.toggle_pause()
            return Reply.DONE
        context, before = self._context, self.board
        if not moves:
            return self._refuse()
        play = context.game.present
        if context.settings.coach and not play.is_solved:
            context.game.mark(coached=True)
        context.game.slide(moves)
        if context.settings.blindfold and not play.move_count:
            context.game.mark(blindfold=True)
        context.feedback.glide(before, moves)
        context.feedback.happen(Happening.SLID)
        context.board_changed()
        self.slid_from = before
        if context.board == context.goal:
            self._note_solve()
        else:
            context.changed()
        return Reply.DONE

    def undo(self) -> Reply:
        return self._travel(self._context.game.undo)

    def redo(self) -> Reply:
        return self._travel(self._context.game.redo)

    def toggle_pause(self) -> None:
        """Pause the game while its timer runs, or go on."""
        if self.is_paused:
            self.is_paused = False
            self._context.say("")
        elif self._context.game.is_timing:
            self.is_paused = True
            self._context.say(messages.GAME_PAUSED)

    def tick(self, elapsed: float) -> None:
        """Say more about a solve as soon as more is known, where that is the line shown."""
        finish = self.finish
        if finish is not None and self._context.feedback.message == self._said:
            self._said = finished(finish)
            self._context.say(self._said)

    def leave(self) -> None:
        self._finished = None
        self._forget_action()

    def _forget_action(self, _: bool = False) -> None:
        self.is_paused = False
        self._finish = self.slid_from = None

    def _note_solve(self) -> None:
        context, play = self._context, self.play
        # which keeps the move as well
        beaten, solve_id = self._record(context.game.saved)
        relay = None if context.relay is None else context.relay.solved(play)
        context.feedback.happen(Happening.SOLVED)
        if relay is not None:
            context.relay = relay
            if not relay.is_complete:  # the next board follows
                return
        self._finish = Finish(
            play.seconds,
            play.move_count,
            context.distances.shortest(play.scenario.start, play.scenario.goal),
            beaten=beaten,
            assisted=play.assisted,
            coached=play.coached,
            blindfold=play.blindfold,
            solve_id=solve_id,
            relay=None if relay is None else relay.at(play),
        )
        self._finished = play.number
        self._said = finished(self._finish)
        context.say(self._said)
        if beaten:
            context.feedback.happen(Happening.RECORD)
        _log.info("%s (%.1f s)", self._said, play.seconds)

    def _travel(self, step: Callable[[], bool]) -> Reply:
        context, before = self._context, self._context.game.present
        self.is_paused = False
        if not step():
            return Reply.REFUSED
        play = context.game.present
        context.feedback.change(play.board)
        context.feedback.happen(Happening.SLID)
        if play.scenario != before.scenario:
            context.say(messages.other_board(play.scenario))
            context.board_changed(is_new=True)
        context.board_changed()
        context.changed()
        return Reply.DONE


SHUFFLE_SECONDS = 1.5
"""The whole show takes so long, and less for a short shuffle."""
SHUFFLE_SCENES = 5
"""Of a long shuffle: hardly three cuts a second, so that nothing flickers."""
SHUFFLE_SLIDES = 9 * SHUFFLE_SCENES
SLIDE_SECONDS = SHUFFLE_SECONDS / SHUFFLE_SLIDES


class Shuffling(Activity):
    """Shows how the present scenario was shuffled; the game has it already.

    That is the path from the goal, or as much of it as can be seen in 1.5 s. No eye could follow
    40,000 moves, and many of them at once would let tiles fly over one another. Of a long path
    there are scenes, the first at its beginning, the last at its end, and what is left out between
    them gets longer, as order is soon lost at first and more slowly later.
    """

    is_busy = True

    def __init__(self, context: Context, scenario: Scenario) -> None:
        super().__init__(context)
        self._runs = [tuple(moves) for _, moves in groupby(scenario.shuffle)]
        self._slides = min(SHUFFLE_SLIDES, len(self._runs))
        self._shown = 0  # slides
        self._next = 0  # the run after those that the board has seen
        self._elapsed = 0.0
        self._board = scenario.goal
        self.is_over = not self._slides

    @property
    def shown_board(self) -> Board:
        return self._board

    def slide(self, moves: tuple[Move, ...]) -> Reply:
        """Finish at once; the tile under the pointer was another one, so nothing slides."""
        self.leave()
        return Reply.DONE

    def tick(self, elapsed: float) -> None:
        """Show the slides that are due; each is one that a person could make."""
        self._elapsed += min(max(elapsed, 0.0), LONGEST_STEP)
        due = min(self._slides, int(self._elapsed / SLIDE_SECONDS + 1e-9))
        feedback = self._context.feedback
        for slide in range(self._shown, due):
            scene = slide * SHUFFLE_SCENES // SHUFFLE_SLIDES
            left_out = (len(self._runs) - self._slides) * scene**3 // (SHUFFLE_SCENES - 1) ** 3
            run = slide + left_out
            before = self._board.apply_all(chain.from_iterable(self._runs[self._next : run]))
            # what was left out is a cut
            self._board = feedback.glide(before, self._runs[run], SLIDE_SECONDS, is_linear=True)
            self._next = run + 1
        self._shown = due
        self.is_over = due == self._slides

    def leave(self) -> None:
        self._board, self.is_over = self._context.board, True
