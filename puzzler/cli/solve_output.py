"""Prints answers of ``puzzler solve``: as text, as JSON, or in the format of a course."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzler import humanize
from puzzler.board.errors import BoardError
from puzzler.board.path import count_slides
from puzzler.cli import options
from puzzler.cli.board_input import Puzzle, format_type
from puzzler.cli.click_options import flag, option
from puzzler.cli.output import (
    NO_PLACE,
    STANDARD_OUTPUT,
    ExitStatus,
    Output,
    Place,
    notify,
    refusal,
)
from puzzler.formats import grid, solution
from puzzler.formats.format import Contents, Format
from puzzler.formats.registry import FORMATS

if TYPE_CHECKING:
    from rich.text import Text

    from puzzler.search.options import Limit
    from puzzler.search.result import SearchResult

ANSWERING = [form.name for form in FORMATS.values() if form.write_answer is not None]
"""The formats that define how answers are written."""
WITH_FIGURES = ", ".join(form.name for form in FORMATS.values() if form.write_figures)
INTERRUPTED = "interrupted"
"""The JSON key of an answer that Ctrl-C cut short. It is absent or true."""
BOARDS_AT_ONCE = 100
LABEL_WIDTH = 9

Labels = tuple[str, ...] | None
"""Tile labels by number. None if tiles show their numbers."""


@dataclass(frozen=True)
class AnswerOptions:
    """How and where answers are printed."""

    heading = options.OUTPUT

    show_boards: bool = flag("--show-boards", "Print every board from start to goal.")
    quiet: bool = flag(
        "-q, --quiet", "Print only the moves on one line, or the status if there is no solution."
    )
    as_json: options.Json = False
    output: options.OutputFile = None
    as_format: Format | None = option(
        "--as FORMAT",
        f"Answer in the format of a course: {', '.join(ANSWERING)}.",
        format_type(ANSWERING, "answer format"),
    )
    figures: Path | None = option(
        "--figures FILE",
        f"With --as {WITH_FIGURES}: write the second file of the format, with statistics, to FILE.",
    )

    def printer(self, limit: Limit, *, is_list: bool, appended_at: int | None = None) -> Printer:
        """Return the printer. Raises UsageError if options conflict.

        appended_at: see ``Output``.
        """
        if self.show_boards and self.as_json:
            raise click.UsageError("--show-boards cannot be combined with --json")
        if self.quiet and (self.as_json or self.show_boards or self.as_format is not None):
            raise click.UsageError("--quiet cannot be combined with --json, --show-boards or --as")
        if self.as_format is not None and (self.as_json or self.show_boards):
            other = "--json" if self.as_json else "--show-boards"
            raise click.UsageError(f"--as cannot be combined with {other}")
        if self.figures is not None:
            self._check_figures(is_list=is_list)
        output = Output(self.output, appended_at)
        return Printer(self, output, limit, None if self.figures is None else Output(self.figures))

    def _check_figures(self, *, is_list: bool) -> None:
        if self.as_format is None or self.as_format.write_figures is None:
            raise click.UsageError(
                f"--figures requires --as with a format that has statistics: {WITH_FIGURES}"
            )
        if is_list:
            raise click.UsageError("--figures cannot be combined with --batch")
        files = [
            file for file in (self.output, self.figures) if file not in (None, STANDARD_OUTPUT)
        ]
        if len(files) == 2 and len(set(map(realpath, files))) == 1:
            raise click.UsageError(
                f"-o and --figures must be different files, not both {self.figures}"
            )


@dataclass(frozen=True)
class Printer:
    """Prints answers."""

    options: AnswerOptions
    output: Output
    limit: Limit
    figures: Output | None = None
    """The second file, with statistics."""
    more_lines: tuple[tuple[str, str], ...] = ()
    """Labels and texts after the lines of the answer."""
    more_keys: Mapping[str, object] = field(default_factory=dict)
    """Keys and values of the JSON object that are not in the result."""
    paths: tuple[str, ...] = ()
    """The solutions that --quiet prints; () for that of the result."""

    def print_one(self, result: SearchResult, puzzle: Puzzle) -> ExitStatus:
        """Print the answer for a single board. For a weighted scenario FILE is its solution file.

        If the format cannot represent the answer, no file is written and standard output is used.
        """
        form = self.options.as_format
        is_plain = not (self.options.as_json or self.options.show_boards or self.options.quiet)
        if form is None and puzzle.contents.weight is not None and self.output.file and is_plain:
            form = FORMATS[solution.NAME]
        try:
            with self.output:
                self._print(result, puzzle.contents, form)
        except BoardError as error:
            if form is None:
                raise
            notify(f"{self.output.file or form.name} was not written: {error}")
            replace(self, output=Output())._print(result, puzzle.contents, None)
            return _unwritten(result)
        if form is not None:
            self._say_why_not(result, form.name)
        return ExitStatus[result.status.name]

    def print_listed(
        self, result: SearchResult, puzzle: Puzzle, place: Place = NO_PLACE
    ) -> ExitStatus:
        """Print the answer for one of several boards, with its ``place``."""
        if not (self.output.is_empty or self.options.as_json or self.options.quiet):
            self.output.write("")
        try:
            self._print(result, puzzle.contents, self.options.as_format, place)
        except BoardError as error:
            notify(f"{puzzle.where}: {error}")
            return _unwritten(result)
        if self.options.as_format is not None:
            self._say_why_not(result, puzzle.where)
        return ExitStatus[result.status.name]

    def print_refused(self, error: Exception, place: Place) -> None:
        """With --json, print an object for an input that cannot be read."""
        if self.options.as_json:
            self.output.write(refusal(error, place))

    def _print(
        self, result: SearchResult, contents: Contents, form: Format | None, place: Place = NO_PLACE
    ) -> None:
        if form is not None:
            from puzzler.search.report.export import answer_of

            answer = answer_of(result, contents, form)
            assert form.write_answer is not None, "other formats are rejected"
            self.output.write(form.write_answer(answer))
            if self.figures is not None:
                assert form.write_figures is not None, "_check_figures rejects other formats"
                with self.figures:
                    self.figures.write(form.write_figures(answer))
        elif self.options.as_json:
            self.output.write(as_json(result, contents, place, self.more_keys))
        elif self.options.quiet:
            moves = "".join(move.letter for move in result.moves)
            moves = moves if result.length is not None else result.status.value
            self.output.write("\n".join(self.paths) or moves)
        else:
            lines = chain(_lines(result, self.limit, contents.labels), self.more_lines)
            self.output.show_labelled(lines, LABEL_WIDTH, "solution", place)
            if self.options.show_boards and result.length is not None:
                for boards in as_boards(result, contents.labels):
                    self.output.show(boards)

    def _say_why_not(self, result: SearchResult, where: str) -> None:
        """Print the reason why no solution was found, which course formats cannot represent."""
        from puzzler.search.report.texts import command_text
        from puzzler.search.result import Outcome

        if result.status in (Outcome.LIMIT, Outcome.CANCELLED):
            notify(f"{where}: {command_text(result, limit=self.limit)}")


def _unwritten(result: SearchResult) -> ExitStatus:
    """Return the status if a format cannot represent the answer: bad input if it was solved."""
    status = ExitStatus[result.status.name]
    return ExitStatus.BAD_INPUT if status is ExitStatus.SOLVED else status


def as_json(
    result: SearchResult, contents: Contents, place: Place, more_keys: Mapping[str, object]
) -> str:
    """Return a line of JSON: the keys of ``result_record``, the statements of the text, ``place``.

    "id" is the name of the board and "promised" the stated length of an optimal solution, or null.
    """
    from puzzler.search.report.export import result_record

    keys: dict[str, object] = {"id": contents.name or None, "promised": contents.length}
    if result.is_interrupted:
        keys[INTERRUPTED] = True
    return json.dumps({**result_record(result), **keys, **more_keys, **place})


def as_boards(result: SearchResult, labels: Labels = None) -> Iterator[Text]:
    """Yield all boards from start to goal, numbered, with moves; BOARDS_AT_ONCE at a time."""
    from rich.text import Text

    text = Text()
    board = result.start
    width = len(str(len(result.moves)))
    for number, tile in enumerate((None, *result.tiles)):
        what = "start"
        if tile is not None:
            move = result.moves[number - 1]
            board = board.apply(move)
            what = f"{move.letter}, tile {labels[tile] if labels else tile}"
        text.append(f"\n{number:>{width}}  {what}\n", "dim")
        for row in grid.write(board, "_", labels).splitlines():
            text.append(" " * (width + 2) + row + "\n")
        if number % BOARDS_AT_ONCE == BOARDS_AT_ONCE - 1 or number == len(result.moves):
            text.right_crop(1)
            yield text
            text = Text()


def _lines(result: SearchResult, limit: Limit, labels: Labels) -> Iterator[tuple[str, str]]:
    from puzzler.search.method import Method
    from puzzler.search.result import Outcome

    stats = result.stats
    yield "board", grid.write_line(result.start, labels)
    yield "goal", grid.write_line(result.goal, labels)
    yield "solution", _solution(result, limit)
    if result.status is Outcome.UNSOLVABLE:
        return
    if result.moves:
        yield "moves", "".join(move.letter for move in result.moves)
        yield "tiles", " ".join(labels[tile] if labels else str(tile) for tile in result.tiles)
        slides = count_slides(result.moves)
        yield "slides", f"{humanize.counted(slides, 'multi-tile move')}"
    yield "search", Method.of(result).title
    counts = f"expanded {stats.expanded:,}, generated {stats.generated:,}"
    yield "figures", f"{counts}, reopened {stats.reopened:,}, peak frontier {stats.peak_frontier:,}"
    depth = f"maximum depth {stats.deepest:,}"
    b = result.branching
    yield "tree", depth if b is None else f"{depth}, b* {humanize.branching(b)}"
    yield "memory", f"{humanize.memory(stats.bytes)}, states stored {stats.stored:,}"
    slow = "" if result.compiled else ", not compiled and therefore slow"
    yield "time", f"{stats.elapsed:.3f} s{slow}; setup {result.setup_seconds:.3f} s"


def _solution(result: SearchResult, limit: Limit) -> str:
    from puzzler.search.report.texts import command_text
    from puzzler.search.result import Outcome

    text = command_text(result, limit=limit)
    if result.status is Outcome.UNSOLVABLE:
        return f"{text} for this goal"
    return text


def check_promise(result: SearchResult, puzzle: Puzzle) -> ExitStatus:
    """Check the length or unsolvability that the text promises for its own goal.

    Prints a message and returns LIMIT if the result disproves it. Returns SOLVED otherwise, also if
    the solution is longer than promised (a message is printed).
    """
    contents = puzzle.contents
    if contents.goal not in (None, result.goal) or result.metric.value == "multi":
        return ExitStatus.SOLVED
    promised, found = "", ""
    if contents.is_unsolvable and result.length is not None:
        promised, found = "to be unsolvable", f"a solution takes {result.length:,} moves"
    elif not contents.is_unsolvable and contents.length is not None:
        promised = humanize.counted(contents.length, "move")
        found = _contradiction(contents.length, result)
        if not found and (length := result.length) is not None and length > contents.length:
            found = f"this solution takes {length:,}; --optimal finds a shortest one"
            notify(f"{puzzle.where} promises {promised}; {found}")
            return ExitStatus.SOLVED
    if not found:
        return ExitStatus.SOLVED
    notify(f"{puzzle.where} promises {promised}; {found}")
    return ExitStatus.LIMIT


def _contradiction(promised: int, result: SearchResult) -> str:
    """Return how the result contradicts the promised length, or ""."""
    from puzzler.search.result import Outcome

    length = result.length
    if result.status is Outcome.UNSOLVABLE:
        return "the board is unsolvable"
    if length is not None and result.proven_optimal:
        return "" if length == promised else f"the shortest solution takes {length:,}"
    if result.lower_bound > promised:
        return f"every solution takes at least {result.lower_bound:,}"
    if length is not None and length < promised:
        return f"this solution takes {length:,}"
    return ""
