"""Playing: the person has the board."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game import wording
from puzzler.game.activity import Reply
from puzzler.game.play.finish import Finish
from puzzler.game.play.game import Play
from puzzler.game.play.path import played
from puzzler.game.play.slide import HAND_SECONDS, Cause, Happening
from puzzler.game.sitting import Sitting
from puzzler.solver.messages import Progress

_log = logging.getLogger("puzzler")


class Playing:
    """Slides by hand, undo and redo. Nothing changes by itself but the timer."""

    is_aside = False

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._paused: int | None = None  # the number of the play that is paused
        self._finish: Finish | None = None
        self._finished: int | None = None  # the number of the play that it is of
        self._said: str | None = None  # of it
        self._slid_from: Board | None = None  # by the last action
        self._slid_to: tuple[int, Board] | None = None  # and in which play

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self._sitting.board

    @property
    def goal(self) -> Board:
        """The goal of the game."""
        return self._sitting.goal

    @property
    def play(self) -> Play:
        """The play as it stands."""
        return self._sitting.game.play

    @property
    def _present(self) -> Play:
        """The same where its time does not matter: it is asked for many times in a frame."""
        return self._sitting.game.present

    @property
    def progress(self) -> Progress | None:
        """A search that was stopped has no live figures any more."""
        return None

    @property
    def is_busy(self) -> bool:
        """A search that was left has its last word to say."""
        return self._sitting.runs.is_busy

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
        return self._sitting.game.can_undo

    @property
    def can_redo(self) -> bool:
        """The last action was an undo."""
        return self._sitting.game.can_redo

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
        """What the solve came to that the last action was; None after any other.

        What was not known yet of the shortest solution is told as soon as it is.
        """
        play, finish = self._present, self._finish
        if finish is None or self._finished != play.number or not play.is_solved:
            return None
        distances = self._sitting.distances
        return replace(finish, shortest=distances.shortest(play.scenario.start, play.scenario.goal))

    @property
    def slid_from(self) -> Board | None:
        """The board before the last action, where that was a slide by hand; else None."""
        play = self._present
        is_last = (play.number, play.board) == self._slid_to
        return self._slid_from if is_last else None

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
        return self._travel(self._sitting.game.undo)

    def redo(self) -> Reply:
        """Do again what was undone last."""
        return self._travel(self._sitting.game.redo)

    def toggle_pause(self) -> None:
        """Pause the game while its timer runs, or go on."""
        if self.is_paused:
            self._paused = None
            self._sitting.say("")
        elif self._sitting.game.is_timing:
            self._paused = self._present.number
            self._sitting.say(wording.GAME_PAUSED)

    def tick(self, elapsed: float) -> None:
        """Nothing changes by itself; but there may be more to say of a solve or a search."""
        self._say_worth()
        sitting, run = self._sitting, self._sitting.runs.shown
        if run is None or run.is_over:
            return
        sitting.runs.poll()
        if run.result is not None:
            sitting.distances.learn(run.result)
            if sitting.stage.message == wording.STOPPED:  # whatever was said since is newer
                sitting.say(wording.outcome(run.result))

    def _say_worth(self) -> None:
        """Say what the solve came to as soon as more is known, where that is the line."""
        finish, said = self.finish, self._said
        if finish is None or said is None or self._sitting.stage.message != said:
            return
        self._said = wording.finished(finish)
        self._sitting.say(self._said)

    def leave(self) -> None:
        """Nothing is left of a pause, a finish or what the last action was."""
        self._paused = self._finish = self._finished = self._said = self._slid_to = None

    def _slide(self, moves: tuple[Move, ...]) -> Reply:
        if self.is_paused:  # the tiles are covered: nobody saw what would have slid
            self.toggle_pause()
            return Reply.DONE
        sitting, before = self._sitting, self.board
        if not moves:
            sitting.stage.happen(Happening.REFUSED)
            return Reply.REFUSED
        is_first = not self._present.move_count
        if sitting.settings.coach and not self._present.is_solved:
            sitting.game.coach()
        sitting.game.slide(moves)
        if is_first and sitting.settings.blindfold:
            sitting.game.blindfold()
        sitting.stage.glide(before, moves, Cause.PLAYER, HAND_SECONDS)
        sitting.stage.happen(Happening.SLID)
        self._finish = None
        self._slid_from, self._slid_to = before, (self._present.number, self.board)
        self._turn()
        if self._present.is_solved:
            self._note_solve()
        else:
            sitting.changed()
        return Reply.DONE

    def _note_solve(self) -> None:
        """A hand has reached the goal: say so, and let it enter the records once."""
        sitting, play = self._sitting, self.play
        saved, scenario = sitting.game.saved, play.scenario
        shortest = sitting.distances.shortest(scenario.start, scenario.goal)
        beaten = sitting.score.note(saved, shortest.moves)  # which keeps the move as well
        solve_id = sitting.score.solve_id(play)
        if solve_id is not None:
            # of an assisted play some moves may be the machine's: they are worth no card
            sitting.assessing.add(solve_id, scenario, played(saved), gives_cards=not play.assisted)
        relay = sitting.pass_on()
        if relay is not None and not relay.is_complete:  # the next board comes by itself
            sitting.stage.happen(Happening.SOLVED)
            return
        self._finish = Finish(
            play.seconds,
            play.move_count,
            shortest,
            beaten=beaten,
            assisted=play.assisted,
            coached=play.coached,
            blindfold=play.blindfold,
            solve_id=solve_id,
            relay=relay,
        )
        self._finished = play.number
        self._said = wording.finished(self._finish)
        sitting.say(self._said)
        sitting.stage.happen(Happening.SOLVED)
        if beaten:
            sitting.stage.happen(Happening.RECORD)
        _log.info("%s (%.1f s)", sitting.stage.message, play.seconds)

    def _travel(self, step: Callable[[], bool]) -> Reply:
        sitting, before, scenario = self._sitting, self.board, self._present.scenario
        self._paused = None
        if not step():
            return Reply.REFUSED
        self._finish = self._slid_to = None
        sitting.stage.change(before, self.board, Cause.UNDO, HAND_SECONDS)
        sitting.stage.happen(Happening.SLID)
        if self._present.scenario != scenario:
            sitting.runs.forget_shown()
            sitting.say(wording.other_board(self._present.scenario))
        self._turn()
        sitting.changed()
        return Reply.DONE

    def _turn(self) -> None:
        """The board is another one now."""
        self._sitting.coach.drop()
        self._sitting.runs.turn_to(self.board, self.goal)
