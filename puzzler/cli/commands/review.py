"""``puzzler review``: how good every move of a solution was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from puzzler.board.errors import BoardError
from puzzler.board.parity import check_solvable, is_solvable
from puzzler.cli import crews, forms, options
from puzzler.cli.exit_status import ExitStatus, worst
from puzzler.cli.many import Found, Notes, each, how_many
from puzzler.cli.other_goals import hinted
from puzzler.cli.output import Output, labelled, say
from puzzler.cli.played import Moves, played_moves
from puzzler.cli.reviewing import (
    LABEL_WIDTH,
    Play,
    PlayList,
    Reviewed,
    review_here,
    review_quietly,
    text,
    warm_up,
)
from puzzler.formats.format import Contents
from puzzler.formats.reading import Line, ListError, ReadingError, find_source

if TYPE_CHECKING:
    from puzzler.search.limits import Limit
    from puzzler.solver.processes.pool import Pool


def command(
    board: Annotated[
        str,
        typer.Argument(
            metavar="BOARD|FILE|-",
            help="The board that was played: rows separated by /, as in '8 6 7/2 5 4/3 0 1'; a "
            "file; or - for standard input.",
            show_default=False,
        ),
    ],
    *,
    moves: Moves = None,
    form: forms.Form = None,
    goal: options.Goal = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each board, on one line.")
    ] = False,
    time_limit: options.TimeLimit = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help="Read a board with its moves from every line: a shared game, or what puzzler "
            "solve --json prints. Each review is printed as soon as it is there.",
        ),
    ] = False,
    jobs: crews.Jobs = None,
    cluster: crews.Cluster = None,
    unordered: crews.Unordered = False,
) -> int:
    """Tell how good every move of a solution was.

    The moves are those of --moves, or of the FILE: a solution, a scramble's, a game that was shared
    (see puzzler convert --help). They need not end at the goal.

    A wrong move loses two moves: itself, and the one that makes up for it. Up to 16 cells every
    distance from the goal is proven. On larger boards few can be: within 10 seconds, or
    --time-limit, both ends of every distance close in as far as they do.

    With --json: shortest is the distance of the start, lost how many moves were lost, mistakes the
    moves, counted from 0, after which the distance is larger; distances has one number for the
    start and one after each move, null where it is not proven, and at_least and at_most its ends.

    Exit status: 0 all is proven, 1 stopped by the limit, 2 bad input, 3 unsolvable, 130 cancelled
    by Ctrl-C; with --batch the worst of all.
    """
    if batch and moves is not None:
        raise typer.BadParameter(
            "--moves are those of one board; it cannot be combined with --batch"
        )
    if not batch:
        crews.refuse_without_list(
            "plays",
            {
                "--jobs": jobs is not None,
                "--cluster": cluster is not None,
                "--unordered": unordered,
            },
        )
    choice = options.read_goal(goal)
    limit = options.limit(time_limit, None, None)
    source = find_source(board, options.standard_input())
    told = _Told(Output(), as_json)
    if batch:
        crew = crews.chosen_crew(jobs, cluster)
        limit = replace(limit, memory_shares=crew.memory_shares)
        plays = PlayList(crews.read_by_crew(source, board, crew), form)
        return _ReviewedList(plays, choice, limit, told, crew, not unordered).print(
            how_many(board) if crew.is_elsewhere else None
        )
    try:
        contents = source.read(form, has_goal=choice.is_given)
        target = choice.for_board(contents)
    except ListError as error:
        raise ReadingError(f"{error.reason}: use --batch", source=error.source) from None
    except BoardError as error:
        raise source.error(error) from None
    played = played_moves(moves, contents, source.name)
    reviewed = review_here(Play(contents.start, target, played, limit))
    if reviewed.review is None and not as_json:
        with hinted(contents, target):
            check_solvable(contents.start, target)
    told.print(reviewed, contents)
    return reviewed.status


@dataclass(frozen=True)
class _Told:
    """How every review is printed."""

    output: Output
    as_json: bool

    def print(self, reviewed: Reviewed, contents: Contents, line: int | None = None) -> None:
        """Print it; ``line`` where it is to be said on which the play stood."""
        if self.as_json:
            where = {} if line is None else {"line": line}
            self.output.write(json.dumps(reviewed.record() | where))
            return
        if line is not None:
            self.output.show(labelled("line", f"{line:,}", LABEL_WIDTH))
        if reviewed.review is not None:
            self.output.show(
                text(reviewed.review, reviewed.status, reviewed.seconds, contents.labels)
            )


@dataclass(frozen=True)
class _Listed:
    """What stands on a line of a list."""

    line: Line
    contents: Contents | None = None
    error: BoardError | None = None


@dataclass(frozen=True)
class _ReviewedList:
    """The reviews of a list of plays, as they come."""

    plays: PlayList
    goal: options.GoalChoice
    limit: Limit
    told: _Told
    crew: Pool
    is_ordered: bool

    def print(self, total: int | None) -> ExitStatus:
        """Print every review; the worst of what they mean."""
        status, is_first = ExitStatus.SOLVED, True
        for found in self._found(total):
            listed, reviewed = found.tag, found.result
            if listed.error is not None:
                self.plays.refuse(listed.error, listed.line)
                continue
            where = f"{self.plays.name}: line {listed.line.number}"
            if reviewed is None:
                say(f"{where}: {found.failure}")
                status = worst(status, ExitStatus.LIMIT)
                continue
            assert listed.contents is not None
            if reviewed.review is None and not self.told.as_json:
                say(f"{where}: this board cannot be solved")
            else:
                if not is_first and not self.told.as_json:
                    self.told.output.write("")
                is_first = False
                number = None if self.is_ordered else listed.line.number
                self.told.print(reviewed, listed.contents, number)
            status = worst(status, reviewed.status)
            if reviewed.status is ExitStatus.CANCELLED:
                return status
        return worst(status, ExitStatus.BAD_INPUT) if self.plays.has_bad_lines else status

    def _found(self, total: int | None) -> Iterator[Found[_Listed, Reviewed | None]]:
        if not self.crew.is_elsewhere:
            for listed, play in self._pairs():
                yield Found(listed, None if play is None else review_here(play), None)
            return
        notes = Notes()

        def is_work(play: Play | None) -> bool:
            if play is None or not is_solvable(play.start, play.goal):
                return False
            if self.crew.inherits:
                warm_up(play.goal)
            return True

        for found in each(
            self.crew,
            review_quietly,
            self._pairs(),
            is_work,
            is_ordered=self.is_ordered,
            doing="plays",
            total=total,
        ):
            if found.result is not None:
                notes.say(found.result.notes)
            yield found

    def _pairs(self) -> Iterator[tuple[_Listed, Play | None]]:
        for line, read in self.plays.entries():
            if isinstance(read, BoardError):
                yield _Listed(line, error=read), None
                continue
            try:
                goal = self.goal.for_board(read)
            except BoardError as error:
                yield _Listed(line, error=error), None
                continue
            yield _Listed(line, read), Play(read.start, goal, read.moves or (), self.limit)
