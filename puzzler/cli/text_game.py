"""The game in a terminal, one fact per line, for screen readers, pipes and remote sessions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, quoted, shortened
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.cli.output import ExitStatus, LineReader, Output, notify
from puzzler.game.core.distances import CELLS_FOR_TABLES
from puzzler.game.core.game import PlayedPath, played
from puzzler.game.core.playback import FASTEST, LONGEST_STEP
from puzzler.game.core.settings import Settings, TileFace
from puzzler.game.core.texts import ALREADY_SOLVED, goal_title, letters, slide_text
from puzzler.game.session import Session
from puzzler.game.storage.store import Store
from puzzler.humanize import TIMES, counted, solve_time
from puzzler.solver.preparation import Preparation

SECONDS = 10.0
"""Default time limit of a search."""
PATIENCE = 1.0
"""Seconds after which a message explains the wait."""
MOMENT = 0.005
"""Seconds between two checks of background work."""
SOLVED = "solved: n starts a new game"
HELP = """\
8, or another tile label: slide that tile and all tiles between it and the gap
tile b: the same for a tile with the name of a command
left, right, up, down: slide a tile in that direction
U, D, L, R: move the gap in that direction, as in solutions
b: the board, row by row
row 2, column 3: one row or column
g: the goal
m: the possible moves
l: the last move
t: moves and time
d: the distance to the goal
h: a hint
s: solve the board and show each move
c: turn the coach on or off: moves left and extra moves after each move
u: undo
r: redo
a: rate the moves of this game
n: a new game
q: quit; the game is saved, and puzzler play --text continues it
"""
_WAYS = {name: m for m in Move for name in (m.letter, m.inverse.name.lower())}
"""Moves of the blank by letter and by the direction of the tile."""

Assess = Callable[[PlayedPath, Scenario], Iterable[str]]
"""Returns lines that rate the moves."""


def run(scenario: Scenario | None, settings: Settings, assess: Assess) -> ExitStatus:
    """Play until ``q`` or the end of standard input. The game is saved like that of the window.

    scenario: see ``Session``.
    """
    # time stops while the program waits for a line, so nothing may depend on time
    here = replace(
        settings,
        instant_shuffle=True,
        inspection=0,
        blindfold=False,
        playback_speed=FASTEST,
        time_limit=settings.time_limit or SECONDS,
    )
    store = Store.open()
    session = Session(
        here,
        time.perf_counter,
        preparation=Preparation(),
        scenario=scenario,
        store=store,
        kept_settings=settings,
    )
    try:
        TextGame(session, assess).run()
    finally:
        session.close()
    return ExitStatus.SOLVED


class TextGame:
    """Reads one command per line from standard input and prints its effects."""

    def __init__(self, session: Session, assess: Assess) -> None:
        self._session, self._assess = session, assess
        self._out, self._now, self._is_quiet = Output(), 0.0, False
        self._commands: dict[str, Callable[[], object]] = {
            "b": lambda: self._say(self._rows(self._board)),
            "g": lambda: self._say(self._rows(session.context.goal)),
            "l": self._last,
            "m": lambda: self._say([self._possible()]),
            "t": self._time,
            "d": self._distance,
            "h": self._hint,
            "s": self._solve,
            "c": self._switch_coach,
            "u": lambda: self._travel(session.undo, "nothing to undo"),
            "r": lambda: self._travel(session.redo, "nothing to redo"),
            "n": self._new,
            "a": self._review,
            "?": lambda: self._say(HELP.splitlines()),
        }

    def run(self) -> None:
        """Run until ``q`` or the end of standard input."""
        session, reader = self._session, LineReader()
        self._introduce()
        self._tell()
        self._say(["? lists the commands"])
        while (line := reader.line("> ")) not in (None, "q"):
            session.context.say("")
            try:
                self._obey(line.split())
                self._tell()
            except PuzzlerError as error:
                self._say([str(error)])

    def _tell(self) -> None:
        """Print the current message."""
        self._tick(1.0)  # failed writes of the store are repeated every second
        if message := self._session.snapshot().message:
            self._say([message])

    def _obey(self, words: list[str]) -> None:
        if not words:
            return
        text, first = " ".join(words), words[0]
        if text in self._commands:
            self._commands[text]()
        elif (tile := self._tile(text.removeprefix("tile "))) is not None:
            self._slide(tile)
        elif (move := _WAYS.get(text, _WAYS.get(text.lower()))) is not None:
            way = move.inverse.name.lower()
            self._move(lambda: self._session.move(move), f"no tile can slide {way}")
        elif text.isdecimal() or first == "tile":
            raise PuzzlerError(f"no tile {shortened(words[-1], 24)}")
        elif first in ("row", "column") and len(words) == 2 and words[1].isdecimal():
            self._read_line(first, words[1])
        else:
            raise PuzzlerError(f"unknown command {quoted(text)}: ? lists all commands")

    @property
    def _board(self) -> Board:
        return self._session.context.board

    def _name(self, tile: int) -> str:
        context = self._session.context
        labels = context.game.present.scenario.labels
        if not tile:
            return "gap"
        if labels is not None:
            return labels[tile]
        return letters(tile) if context.settings.face is TileFace.LETTERS else str(tile)

    def _tile(self, text: str) -> int | None:
        names = {self._name(tile): tile for tile in range(1, len(self._board.tiles))}
        return names.get(text, names.get(text.upper()))

    def _rows(self, board: Board) -> Iterator[str]:
        for number, row in enumerate(board.grid, 1):
            yield f"row {number}: {' '.join(map(self._name, row))}"

    def _read_line(self, kind: str, number: str) -> None:
        grid = self._board.grid
        lines = grid if kind == "row" else tuple(zip(*grid, strict=True))
        by_number = {str(index): line for index, line in enumerate(lines, 1)}
        if number not in by_number:
            raise PuzzlerError(f"no {kind} {shortened(number, 24)}: choose 1 to {len(lines)}")
        self._say([f"{kind} {number}: {' '.join(map(self._name, by_number[number]))}"])

    def _possible(self) -> str:
        board = self._board
        moves = (
            f"{self._name(board.tiles[board.target(move)])} {move.inverse.name.lower()}"
            for move in board.legal_moves()
        )
        return f"possible: {', '.join(moves)}"

    def _introduce(self) -> None:
        """Print the board, its goal unless it is standard, and the number of moves."""
        context, boards = self._session.context, self._session.boards
        self._is_quiet = True  # do not announce the change of board as a move
        self._wait(lambda: boards.pending is None)
        self._tick()
        self._is_quiet = False
        play, (rows, columns) = context.game.present, self._board.size
        progress = f"{counted(play.move_count, 'move')} so far" if play.move_count else "a new game"
        goal = context.goal
        is_usual = goal == Board.solved(*goal.size)
        self._say([f"{rows}{TIMES}{columns}, {progress}", *self._rows(self._board)])
        if not is_usual:
            self._say([f"goal: {goal_title(goal)}; g shows it"])
        if play.is_solved:
            self._say([SOLVED])

    def _new(self) -> None:
        self._session.boards.new()
        self._introduce()

    def _slide(self, tile: int) -> None:
        cell = self._board.tiles.index(tile)
        self._move(lambda: self._session.click(cell), f"{self._name(tile)} cannot slide")

    def _move(self, move: Callable[[], bool], refused: str) -> None:
        if self._session.activity.is_locked:
            raise PuzzlerError(SOLVED)
        if not move():
            raise PuzzlerError(f"{refused}; {self._possible()}")
        self._tick()
        context = self._session.context
        if self._board == context.goal:
            self._wait(lambda: not self._session.snapshot().coach.shortest.is_computing, PATIENCE)
        elif context.settings.coach:
            self._coach(None if len(self._board.tiles) <= CELLS_FOR_TABLES else PATIENCE)

    def _travel(self, step: Callable[[], bool], refused: str) -> None:
        context = self._session.context
        before = context.game.present.scenario
        if not step():
            raise PuzzlerError(refused)
        if context.game.present.scenario != before:  # announce a change of board
            self._say([context.feedback.message])
            context.say("")

    def _last(self) -> None:
        game = self._session.context.game
        moves, past = game.present.moves, game.past
        if not moves:
            raise PuzzlerError("no move yet")
        shown = f"{counted(len(moves), 'move')} of a solution"
        self._say([slide_text(past[-1].board, self._board, self._name) or shown])

    def _time(self) -> None:
        play = self._session.activity.play
        helped = ", assisted" if play.assisted else ", coached" if play.coached else ""
        self._say([f"{counted(play.move_count, 'move')}, {solve_time(play.seconds)}{helped}"])

    def _coach(self, patience: float | None = None) -> None:
        """Print the line of the coach when it is complete."""
        coach = self._session.coach

        def is_complete() -> bool:
            state = coach.state()
            line = state.line
            return line is None or not (
                line.left.is_computing or (line.lost is None and state.shortest.is_computing)
            )

        self._tick()
        self._wait(is_complete, patience)
        line = coach.state().line
        if line is not None:
            self._say([line.text])

    def _distance(self) -> None:
        session = self._session
        if self._board == session.context.goal:
            raise PuzzlerError(ALREADY_SOLVED)
        before = session.settings
        session.settings = replace(before, coach=True)
        try:
            self._coach()
        finally:
            session.settings = replace(session.settings, coach=before.coach)

    def _switch_coach(self) -> None:
        settings = self._session.settings
        self._session.settings = replace(settings, coach=not settings.coach)
        self._say([f"coach {'off' if settings.coach else 'on'}"])
        if not settings.coach:
            self._coach()

    def _hint(self) -> None:
        coach = self._session.coach
        coach.ask_hint()
        self._wait(lambda: (hint := coach.state().hint) is None or hint.cell is not None)
        hint, board = coach.state().hint, self._board
        if hint is not None and hint.cell is not None:
            [move] = board.moves_to_slide(hint.cell)
            kind = "a shortest" if hint.is_shortest else "a possibly longer"
            way = move.inverse.name.lower()
            tile = self._name(board.tiles[hint.cell])
            self._say([f"slide {tile} {way}: this starts {kind} solution"])
            self._session.context.say("")

    def _solve(self) -> None:
        """Search with the method of the settings. The moves are made, and undone in one step."""
        session, watch = self._session, self._session.watch
        watch.start()
        # the clock is stopped, so that only the last solution is played, not the first
        self._wait(lambda: not watch.has_running_search, seconds=0.0)
        while (track := watch.state().playback) is not None and track.is_playing:
            self._tick(LONGEST_STEP)
        message = session.snapshot().message
        session.stop()
        session.context.say(message)

    def _review(self) -> None:
        context = self._session.context
        path = played(context.game.saved)
        if not path.moves:
            raise PuzzlerError("no move yet")
        scenario = replace(context.game.present.scenario, start=path.start)
        context.note_help({path.start, self._board}, context.goal)
        self._say(self._assess(path, scenario))

    def _tick(self, seconds: float = 0.0) -> None:
        """Advance the time and print the slides."""
        self._now += seconds
        slides = self._session.tick(self._now)
        for slide in () if self._is_quiet else slides:
            words = slide_text(slide.before, slide.after, self._name)
            self._say([words] if words else self._rows(slide.after))

    def _wait(
        self, is_done: Callable[[], bool], patience: float | None = None, seconds: float = MOMENT
    ) -> None:
        """Wait until ``is_done``, or for ``patience`` seconds. Ctrl-C stops waiting, not the game.

        seconds: time that passes for the session between two checks.
        """
        session, start, shown = self._session, time.monotonic(), ""
        try:
            while not is_done():
                waited, message = time.monotonic() - start, session.snapshot().message
                if patience is not None and waited > patience:
                    break
                if waited > PATIENCE and message not in ("", shown):
                    shown = message
                    notify(f"{message}; Ctrl-C stops")
                time.sleep(MOMENT)
                self._tick(seconds)
        except KeyboardInterrupt:
            self._is_quiet = False
            session.stop()
            raise PuzzlerError("stopped") from None

    def _say(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._out.write(line)
