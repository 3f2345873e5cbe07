"""Playing: the person has the board."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game import wording
from puzzler.game.activity import Reply
from puzzler.game.play.game import Play
from puzzler.game.play.slide import HAND_SECONDS, Cause, Happening
from puzzler.game.sitting import Sitting
from puzzler.solver.messages import Progress

_log = logging.getLogger("puzzler")


@dataclass
class Playing:
    """Slides by hand, undo and redo. Nothing changes by itself but the timer."""

    sitting: Sitting
    is_paused: bool = False
    """The person has paused the game: cover the tiles. Any action goes on with it."""

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.sitting.board

    @property
    def goal(self) -> Board:
        """The goal of the game."""
        return self.sitting.goal

    @property
    def play(self) -> Play:
        """The play as it stands."""
        return self.sitting.game.play

    @property
    def progress(self) -> Progress | None:
        """A search that was stopped has no live figures any more."""
        return None

    @property
    def is_busy(self) -> bool:
        """A search that was left has its last word to say."""
        return self.sitting.runs.is_busy

    @property
    def is_over(self) -> bool:
        """Playing does not end."""
        return False

    @property
    def holds_timer(self) -> bool:
        """Only while it is paused."""
        return self.is_paused

    @property
    def can_undo(self) -> bool:
        """There is an action to take back."""
        return self.sitting.game.can_undo

    @property
    def can_redo(self) -> bool:
        """The last action was an undo."""
        return self.sitting.game.can_redo

    def begin(self) -> None:
        """From where the game is."""

    def click(self, cell: int) -> Reply:
        """Slide the tile on ``cell`` and all between it and the blank."""
        return self._slide(self.board.moves_to_slide(cell))

    def move(self, move: Move) -> Reply:
        """Move the blank."""
        return self._slide((move,) if move in self.board.legal_moves() else ())

    def undo(self) -> Reply:
        """Take back the last action."""
        return self._travel(self.sitting.game.undo)

    def redo(self) -> Reply:
        """Do again what was undone last."""
        return self._travel(self.sitting.game.redo)

    def toggle_pause(self) -> None:
        """Pause the game while its timer runs, or go on."""
        if self.is_paused:
            self.is_paused = False
            self.sitting.say("")
        elif self.sitting.game.is_timing:
            self.is_paused = True
            self.sitting.say(wording.GAME_PAUSED)

    def tick(self, elapsed: float) -> None:
        """Nothing changes by itself; but a search that was left has its last word to say."""
        sitting, run = self.sitting, self.sitting.runs.shown
        if run is None or run.is_over:
            return
        sitting.runs.poll()
        if run.result is not None:
            sitting.distances.learn(run.result)
            if sitting.stage.message == wording.STOPPED:  # whatever was said since is newer
                sitting.say(wording.outcome(run.result))

    def leave(self) -> None:
        """The game goes on from where it is."""
        self.is_paused = False

    def _slide(self, moves: tuple[Move, ...]) -> Reply:
        if self.is_paused:  # the tiles are covered: nobody saw what would have slid
            self.toggle_pause()
            return Reply.DONE
        sitting, before = self.sitting, self.board
        if not moves:
            sitting.stage.happen(Happening.REFUSED)
            return Reply.REFUSED
        is_first = not self.play.move_count
        sitting.game.slide(moves)
        if is_first and sitting.settings.blindfold:
            sitting.game.blindfold()
        sitting.stage.glide(before, moves, Cause.PLAYER, HAND_SECONDS)
        sitting.stage.happen(Happening.SLID)
        self._turn()
        if self.play.is_solved:
            self._note_solve()
        else:
            sitting.changed()
        return Reply.DONE

    def _note_solve(self) -> None:
        """A hand has reached the goal: say so, and let it enter the records once."""
        sitting, play = self.sitting, self.play
        bests = sitting.score.note(sitting.game.saved)  # which keeps the move as well
        relay = sitting.pass_on()
        if relay is not None and not relay.is_complete:
            sitting.stage.happen(Happening.SOLVED)
            return  # the next board comes by itself
        shortest = sitting.distances.shortest(play.scenario.start, play.scenario.goal)
        sitting.say(
            wording.solved_by_hand(
                play.move_count,
                play.seconds,
                shortest.moves,
                bests=bests,
                assisted=play.assisted,
            )
        )
        sitting.stage.happen(Happening.SOLVED)
        if bests:
            sitting.stage.happen(Happening.RECORD)
        _log.info("%s (%.1f s)", sitting.stage.message, play.seconds)

    def _travel(self, step: Callable[[], bool]) -> Reply:
        sitting, before, scenario = self.sitting, self.board, self.play.scenario
        self.is_paused = False
        if not step():
            return Reply.REFUSED
        sitting.stage.change(before, self.board, Cause.UNDO, HAND_SECONDS)
        sitting.stage.happen(Happening.SLID)
        if self.play.scenario != scenario:
            sitting.runs.forget_shown()
            sitting.say(wording.other_board(self.play.scenario))
        self._turn()
        sitting.changed()
        return Reply.DONE

    def _turn(self) -> None:
        """The board is another one now."""
        self.sitting.coach.drop()
        self.sitting.runs.turn_to(self.board, self.goal)
