"""Playing: the person has the board; before that the shuffle of a new one is shown."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain, groupby

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.core import texts
from puzzler.game.core.activity import Activity, ActivitySwitch, BoardInput, Reply
from puzzler.game.core.category import Difficulty
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.feedback import Happening, Message
from puzzler.game.core.game import Play, SavedGame
from puzzler.game.core.playback import LONGEST_STEP
from puzzler.game.core.relay import STAGES, Relay
from puzzler.game.play.new_boards import result_line
from puzzler.game.storage.statistics import Result
from puzzler.humanize import counted, listed, solve_time

_log = logging.getLogger("puzzler")


@dataclass(frozen=True, kw_only=True)
class Finish:
    """What is shown when the person has reached the goal."""

    seconds: float
    moves: int
    """Steps of the blank, those of a playback that was handed over among them."""
    shortest: ShortestLength
    beaten: tuple[str, ...] = ()
    """The bests that it has beaten: "time", "moves", "efficiency"."""
    assisted: bool = False
    """The machine has shown moves: the solve enters no record."""
    coached: bool = False
    blindfold: bool = False
    solve_id: int | None = None
    """Its row in the store, for a review; None if it could not be stored."""
    is_repeated: bool = False
    """The play was solved before. All figures are those of the first solve, which alone counts."""
    relay: Relay | None = None

    @property
    def lost(self) -> int | None:
        """Moves lost; None while the shortest solution is not proven."""
        return None if self.shortest.moves is None else self.moves - self.shortest.moves


def finished(finish: Finish) -> str:
    """Return the message about a solve.

    "Solved in 27 moves, a perfect solution. New best time: 2.0 s"
    """
    if finish.is_repeated:
        figures = f"{counted(finish.moves, 'move')} and {solve_time(finish.seconds)}"
        return f"Solved again. Your first solve counts: {figures}"
    if finish.relay is not None:
        text = f"Relay of {len(STAGES)} boards finished in {solve_time(finish.relay.seconds)}"
        return f"{text}, with help" if finish.relay.is_helped else text
    shortest, lost = finish.shortest.moves, finish.lost
    text = f"Solved in {counted(finish.moves, 'move')}"
    if "time" not in finish.beaten:
        text += f" and {solve_time(finish.seconds)}"
    if lost is not None:
        text += f"; the shortest solution takes {shortest:,}" if lost else ", a perfect solution"
    if finish.assisted:
        text += ", with help"
    elif finish.coached:
        text += ", coached"
    beaten = {
        "time": f"time: {solve_time(finish.seconds)}",
        "moves": f"number of moves: {finish.moves:,}",
        "efficiency": "efficiency",
    }
    named = [label for name, label in beaten.items() if name in finish.beaten]
    return f"{text}. New best {listed(named)}" if named else text


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
    """Slides by hand, undo and redo. Nothing changes without input except the timer."""

    is_game = True
    can_stop = False
    is_paused = False
    """Whether the player has paused the game. Any action resumes it."""

    def __init__(self, context: ActivitySwitch, record: Callable[[SavedGame], Finish]) -> None:
        """``record`` stores the current play as solved by hand and returns its result."""
        super().__init__(context)
        self._record = record
        self.slid_from: Board | None = None
        """The board before the last action if that was a slide by hand; else None."""
        # by the number of the play and the position of the solved state in the history, because a
        # playback may solve the same play later
        self._finishes: dict[tuple[int, int], Finish] = {}
        self._message: Message | None = None  # about the last solve
        context.on_board.append(self._forget_action)

    @property
    def play(self) -> Play:
        """The current play. A solved one has the figures of its result."""
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
        """Whether the game is played blindfold, and was neither solved nor given up."""
        game = self._context.game
        return game.present.blindfold and not game.present.is_solved and not game.is_finished

    @property
    def is_covering(self) -> bool:
        """The tiles are to be covered: the game is paused, or played blindfold."""
        return self.is_paused or self.is_blindfold

    @property
    def finish(self) -> Finish | None:
        """The result if the player has solved the board that is shown; else None."""
        game, scenario = self._context.game, self._context.game.present.scenario
        position = game.present.number, len(game.past)
        finish = self._finishes.get(position)
        if finish is None or not game.present.is_solved:
            return None
        shortest = self._context.distances.shortest(scenario.start, scenario.goal)
        if finish.shortest != shortest:
            finish = self._finishes[position] = replace(finish, shortest=shortest)
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
            context.changed()
        return Reply.DONE

    def escape(self) -> bool:
        return False

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
            self._context.say(texts.GAME_PAUSED)

    def tick(self, elapsed: float) -> None:
        """Update the message about a solve, if it is the one shown and more is known by now."""
        if self._message is not None and self._message.is_shown:
            self._say_finish()

    def leave(self) -> None:
        self._forget_action()

    def _forget_action(self, _: bool = False) -> None:
        self.is_paused = False
        self.slid_from = None

    def _note_solve(self) -> None:
        context, game = self._context, self._context.game
        finish = self._record(game.saved)  # which stores the move as well
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
        _log.info("%s (%.1f s)", finished(finish), finish.seconds)

    def _say_finish(self) -> None:
        finish = self.finish
        if finish is not None:
            text = finished(finish)
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
            context.say(texts.other_board(play.scenario))
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
    is_locked = False
    is_game = True
    can_stop = False
    board_input = BoardInput.CLICK

    def __init__(self, context: ActivitySwitch, scenario: Scenario) -> None:
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
