"""Playing: the person has the board."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.play import messages
from puzzler.game.play.context import Activity, Context, Reply
from puzzler.game.play.finish import Finish
from puzzler.game.play.game import Play, SavedGame
from puzzler.game.play.slide import Happening

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class Recorded:
    """What the store says of a solve."""

    beaten: tuple[str, ...] = ()
    """The bests that it has beaten: "time", "moves", "efficiency"."""
    solve_id: int | None = None
    """Its row in the store; None where it could not be kept."""


class Playing(Activity):
    """Slides by hand, undo and redo. Nothing changes without input but the timer."""

    def __init__(self, context: Context, record: Callable[[SavedGame], Recorded]) -> None:
        """``record`` stores the present play as solved by hand."""
        super().__init__(context)
        self._record = record
        self._paused: int | None = None  # the number of the play that is paused
        self._finish: Finish | None = None
        self._finished: int | None = None  # the number of the play that it belongs to
        self._said: str | None = None  # about the finish
        self._slid_from: Board | None = None  # by the last action
        self._slid_to: tuple[int, Board] | None = None  # and in which play

    @property
    def board(self) -> Board:
        return self._context.board

    @property
    def play(self) -> Play:
        return self._context.game.play

    @property
    def _present(self) -> Play:
        return self._context.game.present

    @property
    def holds_timer(self) -> bool:
        return self.is_paused

    @property
    def is_paused(self) -> bool:
        """The person has paused the game. Any action goes on with it."""
        return self._paused == self._present.number

    @property
    def is_covering(self) -> bool:
        """The tiles are to be covered: the game is paused, or played blindfold."""
        return self.is_paused or self.is_blindfold

    @property
    def is_blindfold(self) -> bool:
        """The game is played blindfold, and was neither solved nor given up."""
        play = self._present
        return play.blindfold and not play.is_solved and self._finished != play.number

    @property
    def finish(self) -> Finish | None:
        """The result of the solve that the last action was, as far as it is known by now."""
        play, finish = self._present, self._finish
        if finish is None or self._finished != play.number or not play.is_solved:
            return None
        shortest = self._context.distances.shortest(play.scenario.start, play.scenario.goal)
        return finish if finish.shortest == shortest else replace(finish, shortest=shortest)

    @property
    def slid_from(self) -> Board | None:
        """The board before the last action, where that was a slide by hand; else None."""
        play = self._present
        is_last = (play.number, play.board) == self._slid_to
        return self._slid_from if is_last else None

    def click(self, cell: int) -> Reply:
        return self._slide(self.board.moves_to_slide(cell))

    def move(self, move: Move) -> Reply:
        return self._slide((move,) if move in self.board.legal_moves() else ())

    def undo(self) -> Reply:
        return self._travel(self._context.game.undo)

    def redo(self) -> Reply:
        return self._travel(self._context.game.redo)

    def toggle_pause(self) -> None:
        """Pause the game while its timer runs, or go on."""
        if self.is_paused:
            self._paused = None
            self._context.say("")
        elif self._context.game.is_timing:
            self._paused = self._present.number
            self._context.say(messages.GAME_PAUSED)

    def tick(self, elapsed: float) -> None:
        """Say more about a solve as soon as more is known, where that is the line shown."""
        finish, said = self.finish, self._said
        if finish is None or said is None or self._context.feedback.message != said:
            return
        self._said = messages.finished(finish)
        self._context.say(self._said)

    def leave(self) -> None:
        self._paused = self._finish = self._finished = self._said = self._slid_to = None

    def _slide(self, moves: tuple[Move, ...]) -> Reply:
        if self.is_paused:  # the tiles are covered: the person could not see what would slide
            self.toggle_pause()
            return Reply.DONE
        context, before = self._context, self.board
        if not moves:
            context.feedback.happen(Happening.REFUSED)
            return Reply.REFUSED
        is_first = not self._present.move_count
        if context.settings.coach and not self._present.is_solved:
            context.game.coach()
        context.game.slide(moves)
        if is_first and context.settings.blindfold:
            context.game.blindfold()
        context.feedback.glide(before, moves)
        context.feedback.happen(Happening.SLID)
        self._finish = None
        self._slid_from, self._slid_to = before, (self._present.number, self.board)
        context.board_changed()
        if self._present.is_solved:
            self._note_solve()
        else:
            context.changed()
        return Reply.DONE

    def _note_solve(self) -> None:
        """The person has reached the goal: say so, and record it once."""
        context, play = self._context, self.play
        recorded = self._record(context.game.saved)  # which keeps the move as well
        relay = None if context.relay is None else context.relay.solved(play)
        context.relay = relay or context.relay
        state = None if relay is None else relay.state(play)
        context.feedback.happen(Happening.SOLVED)
        if state is not None and not state.is_complete:  # the next board follows
            return
        self._finish = Finish(
            play.seconds,
            play.move_count,
            context.distances.shortest(play.scenario.start, play.scenario.goal),
            beaten=recorded.beaten,
            assisted=play.assisted,
            coached=play.coached,
            blindfold=play.blindfold,
            solve_id=recorded.solve_id,
            relay=state,
        )
        self._finished = play.number
        self._said = messages.finished(self._finish)
        context.say(self._said)
        if recorded.beaten:
            context.feedback.happen(Happening.RECORD)
        _log.info("%s (%.1f s)", self._said, play.seconds)

    def _travel(self, step: Callable[[], bool]) -> Reply:
        context, before, scenario = self._context, self.board, self._present.scenario
        self._paused = None
        if not step():
            return Reply.REFUSED
        self._finish = self._slid_to = None
        context.feedback.change(before, self.board)
        context.feedback.happen(Happening.SLID)
        if self._present.scenario != scenario:
            context.board_changed(is_new=True)
            context.say(messages.other_board(self._present.scenario))
        context.board_changed()
        context.changed()
        return Reply.DONE
