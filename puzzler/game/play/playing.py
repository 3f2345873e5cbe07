"""Playing by hand, and the animation of a shuffle before it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, groupby

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.core import texts
from puzzler.game.core.activity import Activity, ActivitySwitch, BoardInput, Reply
from puzzler.game.core.feedback import Happening, Message
from puzzler.game.core.game import Play, SavedGame
from puzzler.game.core.playback import LONGEST_STEP
from puzzler.game.play.finish import Finish, finish_text

_log = logging.getLogger("puzzler")


class Playing(Activity):
    """The activity of playing by hand: slides, undo and redo."""

    is_game = True
    can_stop = False
    is_paused = False
    """Whether the player has paused the game. Any action resumes it."""

    def __init__(self, context: ActivitySwitch, record: Callable[[SavedGame], Finish]) -> None:
        """``record`` stores the current play as solved by hand and returns its result."""
        super().__init__(context)
        self._record = record
        self.slid_from: Board | None = None
        """The board before the last action, if that was a slide."""
        # by the number of the play and the position of the solved state in the history, because a
        # playback may solve the same play later
        self._finishes: dict[tuple[int, int], Finish] = {}
        self._message: Message | None = None  # about the last solve
        context.on_board.append(self._forget_action)

    @property
    def play(self) -> Play:
        """The current play. If it is solved, its values are those of the result."""
        play, finish = super().play, self.finish
        if finish is None:
            return play
        return replace(
            play,
            move_count=finish.moves,
            seconds=finish.seconds,
            assisted=finish.assisted,
            coached=finish.coached,
        )

    @property
    def is_blindfold(self) -> bool:
        """Whether the game is played blindfold and is still unsolved."""
        game = self._context.game
        return game.present.blindfold and not game.present.is_solved and not game.is_finished

    @property
    def is_covering(self) -> bool:
        """Whether the tiles are covered, because the game is paused or played blindfold."""
        return self.is_paused or self.is_blindfold

    @property
    def finish(self) -> Finish | None:
        """The result if the player has solved the board."""
        game, scenario = self._context.game, self._context.game.present.scenario
        position = game.present.number, len(game.past)
        finish = self._finishes.get(position)
        if finish is None or not game.present.is_solved:
            return None
        shortest = self._context.distances.shortest(scenario.start, scenario.goal)
        is_multi_tile = self._context.settings.multi_tile
        if (finish.shortest, finish.is_multi_tile) != (shortest, is_multi_tile):
            finish = replace(finish, shortest=shortest, is_multi_tile=is_multi_tile)
            self._finishes[position] = finish
        return finish

    def slide(self, moves: tuple[Move, ...]) -> Reply:
        if self.is_paused:  # the tiles are covered: the player could not see what would slide
            self.toggle_pause()
            return Reply.DONE
        context, before = self._context, self.board
        if self.is_locked:
            return self._refuse(texts.ALREADY_SOLVED if self.finish is None else "")
        if not moves:
            return self._refuse()
        play = context.game.present
        if context.settings.coach:
            context.game.mark(coached=True)
        context.game.start_move()
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
            context.store_game()
        return Reply.DONE

    def escape(self) -> bool:
        return False

    def undo(self) -> Reply:
        return self._travel(self._context.game.undo)

    def redo(self) -> Reply:
        return self._travel(self._context.game.redo)

    def toggle_pause(self) -> None:
        """Pause the game if its timer runs, or resume it."""
        if self.is_paused:
            self.is_paused = False
            self._context.say("")
        elif self._context.game.is_timing:
            self.is_paused = True
            self._context.say(texts.GAME_PAUSED)

    def tick(self, elapsed: float) -> None:
        """Update the message about a solve if it is still shown."""
        if self._message is not None and self._message.is_shown:
            self._say_finish()

    def leave(self) -> None:
        self._forget_action()

    def _forget_action(self, _: bool = False) -> None:
        self.is_paused = False
        self.slid_from = None

    def _note_solve(self) -> None:
        context, game = self._context, self._context.game
        finish = self._record(game.saved)  # this also stores the move
        game.finish(finish.seconds)
        context.feedback.happen(Happening.SOLVED)
        if context.relay is not None and (relay := context.relay.solved(game.present)) is not None:
            context.relay = relay
            if not relay.is_complete:  # the next board follows
                return
            finish = replace(finish, relay=relay.at(game.present))
        self._finishes[game.present.number, len(game.past)] = finish
        self._say_finish()
        if finish.beaten:
            context.feedback.happen(Happening.RECORD)
        _log.info("%s (%.1f s)", finish_text(finish), finish.seconds)

    def _say_finish(self) -> None:
        finish = self.finish
        if finish is not None:
            text = finish_text(finish)
            if self._message is not None and self._message.is_shown:
                self._message.update(text)
            else:
                self._message = self._context.say(text)

    def _travel(self, step: Callable[[], bool]) -> Reply:
        context, before = self._context, self._context.game.present
        self.is_paused = False
        if not step():
            return Reply.REFUSED
        play = context.game.present
        context.feedback.change(play.board)
        context.feedback.happen(Happening.SLID)
        self._say_finish()
        if play.scenario != before.scenario:
            context.say(texts.other_board_message(play.scenario))
            context.board_changed(is_new=True)
        context.board_changed()
        context.store_game()
        return Reply.DONE


SHUFFLE_SECONDS = 1.5
"""Duration of a long shuffle. A short one takes less."""
SHUFFLE_SCENES = 5
"""Scenes of a long shuffle: at most three cuts per second, to avoid flicker."""
SHUFFLE_SLIDES = 9 * SHUFFLE_SCENES
SLIDE_SECONDS = SHUFFLE_SECONDS / SHUFFLE_SLIDES


class Shuffling(Activity):
    """Animates the shuffle of a game that has already started.

    A long shuffle is shown as scenes that fit into 1.5 s, because nobody could follow 40,000 moves.
    The first scene is at its start and the last at its end. The gaps between them grow, because the
    order is lost quickly at first and slowly later.
    """

    is_busy = True
    is_locked = False
    is_game = True
    can_stop = False
    board_input = BoardInput.CLICK

    def __init__(self, context: ActivitySwitch, scenario: Scenario) -> None:
        super().__init__(context)
        self._runs = [tuple(moves) for _, moves in groupby(scenario.shuffle)]
        self._slides = min(SHUFFLE_SLIDES, len(self._runs))
        self._shown = 0
        self._next = 0  # the first run that is not on the board yet
        self._elapsed = 0.0
        self._board = scenario.goal
        self.is_over = not self._slides

    @property
    def shown_board(self) -> Board:
        return self._board

    def slide(self, moves: tuple[Move, ...]) -> Reply:
        """End the animation. Nothing slides, because the player clicked on a moving tile."""
        self.leave()
        return Reply.DONE

    def tick(self, elapsed: float) -> None:
        """Animate the slides that are due."""
        self._elapsed += min(max(elapsed, 0.0), LONGEST_STEP)
        due = min(self._slides, int(self._elapsed / SLIDE_SECONDS + 1e-9))
        feedback = self._context.feedback
        for slide in range(self._shown, due):
            scene = slide * SHUFFLE_SCENES // SHUFFLE_SLIDES
            left_out = (len(self._runs) - self._slides) * scene**3 // (SHUFFLE_SCENES - 1) ** 3
            run = slide + left_out
            before = self._board.apply_all(chain.from_iterable(self._runs[self._next : run]))
            # the omitted slides are a cut
            self._board = feedback.glide(before, self._runs[run], SLIDE_SECONDS, is_linear=True)
            self._next = run + 1
        self._shown = due
        self.is_over = due == self._slides

    def leave(self) -> None:
        self._board, self.is_over = self._context.board, True
