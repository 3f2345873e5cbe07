"""The game in a terminal: one fact a line, for screen readers, pipes and distant machines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, quoted
from puzzler.board.move import LETTERS, Move
from puzzler.board.scenario import Scenario
from puzzler.cli.output import ExitStatus, Output
from puzzler.cli.searching import load_solver
from puzzler.game.play.game import History
from puzzler.humanize import TIMES, counted

if TYPE_CHECKING:
    from puzzler.search.result import SearchResult

MOST_CELLS_PROVEN = 16
"""On larger boards a solution is shown that need not be shortest."""
SECONDS = 10.0
"""That a search may take."""
HELP = """\
a number: slide that tile, and those between it and the blank
left, right, up, down: slide a tile that way
U, D, L, R: move the blank that way, as in solutions
b: the board; g: the goal; row 2, column 3: a line of the board
m: the moves that are possible; l: the last move
d: the distance to the goal; h: a hint; s: show a solution, and make its moves
u: undo; n: a new game; q: quit
"""
_WAYS = {move.inverse.name.lower(): move for move in Move}
"""Moves of the blank by the way that the tile goes."""


class TextGame:
    """Reads a command a line from standard input, and prints what comes of it."""

    def __init__(self, scenario: Scenario, new: Callable[[], Scenario]) -> None:
        """``new`` makes the board of a new game."""
        self._new, self._out = new, Output()
        self._result: SearchResult | None = None
        self._commands: dict[str, Callable[[], object]] = {
            "b": lambda: self._say(_rows(self._board)),
            "g": lambda: self._say(_rows(self._goal)),
            "l": self._last,
            "m": self._possible,
            "d": self._distance,
            "h": self._hint,
            "s": self._show,
            "u": self._undo,
            "n": lambda: self._begin(self._new()),
            "?": lambda: self._say(HELP.splitlines()),
        }
        self._begin(scenario)

    def run(self) -> ExitStatus:
        """Until ``q`` or the end of standard input."""
        self._say(["? lists the commands"])
        for line in sys.stdin or ():
            words = line.split()
            if words == ["q"]:
                break
            try:
                self._obey(words)
            except BoardError as error:
                self._say([str(error)])
        return ExitStatus.SOLVED

    # ---- What can be asked for ------------------------------------------------------------

    def _obey(self, words: list[str]) -> None:
        if not words:
            return
        text, command = " ".join(words), self._commands.get(words[0])
        if len(words) == 1 and command is not None:
            command()
        elif len(words) == 1 and (words[0] in LETTERS or words[0].lower() in _WAYS):
            letter = words[0]
            move = Move.from_letter(letter) if letter in LETTERS else _WAYS[letter.lower()]
            if move not in self._board.legal_moves():
                raise BoardError(f"nothing can move so: {self._possible_words()}")
            self._move([move])
        elif len(words) == 1 and words[0].isdecimal():
            self._slide(int(words[0]))
        elif words[0] in ("row", "column") and len(words) == 2 and words[1].isdecimal():
            self._read_line(words[0], int(words[1]))
        else:
            raise BoardError(f"{quoted(text)} is no command: ? lists them")

    def _slide(self, tile: int) -> None:
        if not 0 < tile < len(self._board.tiles):
            raise BoardError(f"there is no tile {tile}: they are 1 to {len(self._board.tiles) - 1}")
        moves = self._board.moves_to_slide(self._board.tiles.index(tile))
        if not moves:
            raise BoardError(f"{tile} cannot move: {self._possible_words()}")
        self._move(moves)

    def _read_line(self, kind: str, number: int) -> None:
        grid = self._board.grid
        lines = grid if kind == "row" else tuple(zip(*grid, strict=True))
        if not 0 < number <= len(lines):
            raise BoardError(f"there is no {kind} {number}: they are 1 to {len(lines)}")
        self._say([f"{kind} {number}: {_line(lines[number - 1])}"])

    def _last(self) -> None:
        past = self._history.past
        self._say([_named(past[-1], self._last_moves[len(past) - 1]) if past else "no move yet"])

    def _possible(self) -> None:
        self._say([self._possible_words()])

    def _possible_words(self) -> str:
        moves = [_named(self._board, [move]) for move in self._board.legal_moves()]
        return f"possible are {', '.join(moves)}"

    def _distance(self) -> None:
        found = self._solution()
        if found.proven_optimal:
            self._say([f"{counted(len(found.moves), 'move')} to the goal, proven"])
        else:
            most = "" if found.length is None else f", at most {found.length}"
            self._say([f"at least {found.lower_bound}{most} moves to the goal"])

    def _hint(self) -> None:
        found = self._solution()
        if not found.moves:
            self._say([self._nothing(found)])
            return
        kind = "a shortest solution" if found.proven_optimal else "a solution"
        left = f"{kind} of {counted(len(found.moves), 'move')} begins so"
        self._say([f"{_named(self._board, found.moves[:1])}: {left}"])

    def _show(self) -> None:
        found = self._solution()
        if not found.moves:
            self._say([self._nothing(found)])
        for move in found.moves:
            self._move([move])

    def _undo(self) -> None:
        if not self._history.undo():
            raise BoardError("nothing to undo")
        move = self._last_moves.pop()
        self._say([f"{_named(self._history.future[-1], [m.inverse for m in move[::-1]])}, undone"])

    # ---- Within -------------------------------------------------------------------------------

    @property
    def _board(self) -> Board:
        return self._history.present

    def _begin(self, scenario: Scenario) -> None:
        self._history, self._goal = History(scenario.start), scenario.goal
        self._last_moves: list[list[Move]] = []
        rows, columns = scenario.start.size
        self._say([f"{rows}{TIMES}{columns}, a new game", *_rows(self._board)])

    def _move(self, moves: Iterable[Move]) -> None:
        before, made = self._board, list(moves)
        self._history.record(before.apply_all(made))
        self._last_moves.append(made)
        count = sum(map(len, self._last_moves))
        words = f"{_named(before, made)}, {counted(count, 'move')}"
        self._say([f"{words}: solved" if self._board == self._goal else words])

    def _solution(self) -> SearchResult:
        """Found once for each board; Ctrl-C ends the program."""
        from puzzler.search.method import Method
        from puzzler.search.options import Limit
        from puzzler.search.result import Outcome
        from puzzler.search.solve import solve

        if self._result is None or self._result.start != self._board:
            load_solver()
            size = self._board.size
            is_small = len(self._board.tiles) <= MOST_CELLS_PROVEN
            method = Method.shortest(*size) if is_small else Method.automatic(*size)
            self._result = solve(
                self._board, self._goal, replace(method, limit=Limit(SECONDS))
            )  # fmt: skip
            if self._result.status is Outcome.CANCELLED:
                raise KeyboardInterrupt
        return self._result

    def _nothing(self, found: SearchResult) -> str:
        if self._board == self._goal:
            return "this is the goal"
        return (
            f"no solution found in {SECONDS:g} seconds; it takes at least {found.lower_bound} moves"
        )

    def _say(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._out.write(line)


def _named(before: Board, moves: Iterable[Move]) -> str:
    """Such as "8 left", or "8 and 7 left" where several tiles slide."""
    board, tiles, way = before, list[str](), ""
    for move in moves:
        tiles.append(str(board.tiles[board.target(move)]))
        way = move.inverse.name.lower()
        board = board.apply(move)
    return f"{' and '.join(tiles)} {way}"


def _line(tiles: Iterable[int]) -> str:
    return " ".join(str(tile) if tile else "blank" for tile in tiles)


def _rows(board: Board) -> list[str]:
    return [f"row {number}: {_line(row)}" for number, row in enumerate(board.grid, 1)]
