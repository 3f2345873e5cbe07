"""``puzzler optimize``: shorten a solution."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.move import Move
from puzzler.cli.batch import Request, search
from puzzler.cli.board_input import MOVES, BoardList, Boards, InputOptions, Moves, Puzzle
from puzzler.cli.options import Batch, LimitOptions
from puzzler.cli.output import ExitStatus, Place, notify, worst_of_each
from puzzler.cli.progress import status
from puzzler.cli.solve_output import AnswerOptions, Printer
from puzzler.humanize import counted

if TYPE_CHECKING:
    from puzzler.search.result import SearchResult

LIST_SECONDS = 10.0
"""The default time limit for each of several boards."""


def command(
    boards: Boards,
    *,
    moves: Moves = None,
    reading: InputOptions,
    limits: LimitOptions,
    answers: AnswerOptions,
    batch: Batch = False,
) -> int:
    """Shorten a solution.

    The moves are those of --moves or of the FILE: a solution, a shared game, or the output of
    puzzler solve --json (see puzzler convert --help). They have to end at the goal. In a list,
    every line has a board and its moves.

    Parts of the solution are replaced by shorter paths until it is proven optimal, which is usual
    up to 16 cells, or until a limit or Ctrl-C stops it. The best solution so far is printed. Of
    several boards, each takes 10 seconds unless a limit is given.

    With --json the keys are those of puzzler solve --json, and given_length, the number of moves
    before.

    Exit status: 0 a solution was printed; 2 bad input; 130 cancelled by Ctrl-C before the last of
    several boards.
    """
    lists = boards if batch else reading.lists(boards)
    is_list = bool(lists) or len(boards) > 1
    if is_list and moves is not None:
        raise click.UsageError(f"{MOVES} cannot be combined with several boards")
    printer = answers.printer(limits.limit(LIST_SECONDS if is_list else None), is_list=is_list)
    if not is_list:
        puzzle = reading.open(boards[0], limits.time_limit).puzzle("use --batch")
        result, printer = _shorten(puzzle, puzzle.played(moves), printer)
        return printer.print_one(result, puzzle)

    def answer(name: str) -> ExitStatus:
        optimize = _optimize_list if name in lists else _optimize_file
        return optimize(name, reading, printer, {"file": name} if len(boards) > 1 else {})

    with printer.output:
        return worst_of_each(boards, answer)


def _shorten(
    puzzle: Puzzle, moves: tuple[Move, ...], printer: Printer
) -> tuple[SearchResult, Printer]:
    """Return the shortened solution, and a printer that adds the length of the one before."""
    from puzzler.search.method import ENDLESS, Method

    method = Method(ENDLESS, limit=printer.limit)
    with status("shortening the solution; Ctrl-C keeps the best") as line:
        result = search(Request(puzzle.start, puzzle.goal, method, moves=moves), line)
    saved = len(moves) - len(result.moves)
    text = f"{counted(len(moves), 'move')}, " + (f"{saved:,} saved" if saved else "none saved")
    keys = {"given_length": len(moves)}
    return result, replace(printer, more_lines=(("input", text),), more_keys=keys)


def _optimize_file(name: str, reading: InputOptions, printer: Printer, place: Place) -> ExitStatus:
    """Shorten the solution in one of several files. An error in the file is printed."""
    try:
        puzzle = reading.open(name).puzzle("use --batch")
        result, printer = _shorten(puzzle, puzzle.played(None), printer)
    except (PuzzlerError, click.UsageError) as error:
        reason = str(error)
        notify(reason if reason.startswith(name) else f"{name}: {reason}")
        printer.print_refused(error, place)
        return ExitStatus.BAD_INPUT
    printed = printer.print_listed(result, puzzle, place)
    return ExitStatus.CANCELLED if result.is_interrupted else printed


def _optimize_list(name: str, reading: InputOptions, printer: Printer, place: Place) -> ExitStatus:
    """Shorten the solution in each line of a file. Errors of lines are printed."""
    boards = BoardList(reading.open(name), needs_moves=True)
    boards.on_refused = lambda error, line: printer.print_refused(
        error, {"line": line.number, **place}
    )
    for line, puzzle in boards:
        try:
            result, adding = _shorten(puzzle, puzzle.contents.moves or (), printer)
        except PuzzlerError as error:
            boards.refuse(BoardError(str(error)), line)
            continue
        adding.print_listed(result, puzzle, place)
        if result.is_interrupted:
            return ExitStatus.CANCELLED
    return boards.status
