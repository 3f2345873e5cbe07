"""Import and export of texts, files and the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable, is_solvable
from puzzler.board.scenario import Scenario, printable
from puzzler.formats import registry
from puzzler.formats.converting import Conversion, convert
from puzzler.formats.format import Contents, Format
from puzzler.formats.registry import FORMATS, AmbiguousError
from puzzler.game.core.activity import ActivitySwitch
from puzzler.game.core.feedback import Happening
from puzzler.game.core.game import played
from puzzler.game.core.texts import reason
from puzzler.game.files.text_reader import (
    NO_MOVES,
    PASTED,
    PASTED_BOARD,
    Imported,
    ImportKind,
    Interpretations,
    Origin,
    TextPiece,
    import_error_message,
    import_message,
    lower_goal_title,
    normal,
    read_text,
    solution_in,
)
from puzzler.game.play.boards import Boards
from puzzler.game.play.editing import Editing
from puzzler.game.review.reviewing import MovedBy, Reviewing, Reviews, ReviewSource
from puzzler.game.watch.watch import Watch
from puzzler.humanize import counted, listed, sentence
from puzzler.progress import one_step
from puzzler.search.registry import DEFAULT_ALGORITHM, WEIGHTED_HEURISTIC
from puzzler.search.report.export import answer_of
from puzzler.search.result import Outcome, SearchResult

_MAX_ORIGINS = 64
MAX_MOVES = 50_000
"""Maximum length of an imported solution. Longer solutions would slow down the curve."""
SHORT_TEXT = 16_384
"""Maximum length in characters of a text that is read in the foreground."""
TEXT = "text"
"""The name of the background work that reads a text."""
GRID, LETTERS, SHARE = "grid", "letters", "share"
"""Formats in which a position or a game is copied."""


class Files:
    """Imports texts into the game and exports what is shown. Undo reverts an import."""

    def __init__(
        self, context: ActivitySwitch, boards: Boards, reviews: Reviews, watch: Watch
    ) -> None:
        self._context = context
        self._boards = boards
        self._reviews = reviews
        self._watch = watch
        self._origins: dict[tuple[Board, Board], Origin] = {}  # the newest is the last

    # ---- Import ---------------------------------------------------------------------------

    @property
    def origin(self) -> Origin | None:
        """The origin of the current board; None if it was not imported in this session."""
        scenario = self._context.activity.play.scenario
        return self._origins.get((scenario.start, scenario.goal))

    def import_text(
        self,
        text: str,
        file: Path | None = None,
        then: Callable[[Imported], object] = lambda imported: None,
    ) -> Imported:
        """Start a game or a review with the contents of ``text``. Never raises.

        A board, a scramble or a game ID starts a new game with its goal. A board with moves is
        reviewed. A whole number is the seed of a new board, unless its digits are a board. In the
        editor a board becomes the draft. A short text is read immediately, a long one in the
        background; ``then`` is called with the outcome in both cases.

        file: the file that the text was read from.
        """
        activity, name = self._context.activity, "" if file is None else printable(file.name)
        outcome = Imported(ImportKind.READING)

        def take(read: Interpretations | int | BoardError) -> None:
            nonlocal outcome
            if isinstance(read, BoardError):
                outcome = self._refuse(import_error_message(read, name))
            elif isinstance(read, int):
                outcome = self._begin_seed(read)
            elif read.doubt is not None:
                outcome = Imported(ImportKind.AMBIGUOUS, "", read.choices, read.doubt)
            else:
                outcome = self.import_contents(read.choices[0].contents, name, file)
            then(outcome)

        is_editing = activity.is_editing
        self._context.background.run(
            TEXT,
            f"Reading {name or 'the text'}",
            one_step(partial(read_text, text, activity.play.scenario, name, is_editing=is_editing)),
            take,
            is_short=len(text) <= SHORT_TEXT,
        )
        return outcome

    def _begin_seed(self, seed: int) -> Imported:
        if self._context.activity.is_editing:
            return self._refuse("A seed makes a new board: finish editing first")
        self._boards.new(seed=seed)
        # a board that is shuffled in the background has its own message
        message = f"New board from seed {seed}. Undo brings the old one back."
        return Imported(ImportKind.SEED, "" if self._boards.pending else message)

    def import_contents(
        self,
        contents: Contents,
        name: str = "",
        file: Path | None = None,
        *,
        is_method_chosen: bool = False,
    ) -> Imported:
        """Start a game or a review with parsed contents. Never raises.

        is_method_chosen: ignore the weight in ``contents``, because another method was selected.
        """
        if self._context.activity.is_editing:
            editing = self._context.current(Editing)
            before = editing.draft
            editing.take(contents)
            message = "" if editing.draft != before else "That is the board you are editing"
            return Imported(ImportKind.BOARD, message)
        goal = contents.goal_or_standard
        contents = replace(contents, goal=goal)
        if not is_solvable(contents.start, goal):
            claim = ", as the file claims" if contents.is_unsolvable else ""
            title = lower_goal_title(goal)
            error = BoardError(f"unsolvable: the goal is {title}{claim}")
            return self._refuse(import_error_message(error, name))
        if contents.moves:
            try:
                self._review(contents, name or PASTED)
            except PuzzlerError as error:
                return self._refuse(reason(error))
            self._remember(contents, goal, name, file)
            return Imported(ImportKind.REVIEW)
        if contents.start == goal:
            return self._refuse(
                ". ".join(filter(None, ("That board is already solved", contents.note)))
            )
        scenario = Scenario(
            contents.start, goal, labels=contents.labels, title=name or PASTED_BOARD
        )
        self._boards.begin_scenario(scenario)
        self._remember(contents, goal, name, file)
        weight = None if is_method_chosen else contents.weight
        if weight is not None:
            self._context.settings = replace(
                self._context.settings,
                algorithm=DEFAULT_ALGORITHM,
                heuristic=WEIGHTED_HEURISTIC,
                weight=weight,
                shortest=False,
            )
        message = import_message(scenario, contents, weight)
        self._context.say(message)
        return Imported(ImportKind.BOARD)

    def draw_text(self, text: str) -> str:
        """Replace the draft by the board (and goal) in a text. Return an error, or ""."""
        if not self._context.activity.is_editing:
            return ""
        try:
            self._context.current(Editing).take(registry.read(normal(text)))
        except AmbiguousError as error:
            names = listed([reading.form for reading in error.readings], "or")
            return self._refuse(f"This can be {names}: paste it instead, and choose").message
        except BoardError as error:
            return self._refuse(str(error)).message
        return ""

    def review_text(self, text: str) -> str:
        """Review the moves in a text. Returns an error message, or "".

        text: letters of moves from the start of the current scenario, a text in any format with a
        board and moves, or the output of ``puzzler solve --json``. If the text does not declare
        whether letters move the blank or the tile, both are tried.
        """
        try:
            contents = solution_in(text, self._context.game.present.scenario)
            if not contents.moves:
                raise BoardError(NO_MOVES)
            self._review(contents, PASTED)
        except PuzzlerError as error:
            return self._refuse(reason(error)).message
        return ""

    def tick(self) -> None:
        """Show a message once if the length that a text claims is disproven."""
        origin = self.origin if self._origins else None
        if origin is None or origin.is_compared or origin.contents.length is None:
            return
        contents, length = origin.contents, origin.contents.length
        shortest = self._context.distances.distance(contents.start, contents.goal_or_standard)
        origin.is_compared = shortest is not None
        if shortest not in (None, length):
            claim = f"{origin.name or 'The text'} says {counted(length, 'move')}"
            self._context.say(f"{claim}; a shortest solution takes {shortest:,}")

    # ---- Export ---------------------------------------------------------------------------

    @property
    def position(self) -> Contents:
        """The shown board and its goal, with the weight from the board's file, if any."""
        activity, origin = self._context.activity, self.origin
        contents = Contents(
            start=activity.board, goal=activity.goal, labels=activity.play.scenario.labels
        )
        return contents if origin is None else replace(contents, weight=origin.contents.weight)

    @property
    def game(self) -> Contents:
        """The start and the moves that are reviewed, shown or played.

        In the Lab, a race and a drill this is the shown board until a solution is shown.
        """
        activity = self._context.activity
        if isinstance(activity, Reviewing):
            source = activity.source
            return _game(source.scenario, source.scenario.start, source.moves, source.times)
        if activity.shown_moves is not None:
            position, (start, shown) = self.position, activity.shown_moves
            return replace(position, start=start, moves=tuple(shown)) if shown else position
        saved = self._context.game.saved
        path = played(saved)
        return _game(saved.present.scenario, path.start, path.moves, path.times)

    @property
    def result(self) -> SearchResult | None:
        """The result shown, or the latest one of this board; None if there is none."""
        run, rows = self._watch.runs.shown, self._watch.rows
        results = [run and run.result, *(row.result for row in reversed(rows))]
        final = (Outcome.SOLVED, Outcome.UNSOLVABLE)
        return next((result for result in results if result and result.status in final), None)

    @property
    def answer_form(self) -> Format | None:
        """The format of the board's file, if it defines how answers are written."""
        form = None if self.result is None else FORMATS.get(self._answer[1].form)
        return None if form is None or form.write_answer is None else form

    def forms(self, piece: TextPiece) -> list[Format]:
        """Return the formats that can contain the piece. A format may still fail for this board."""
        name = "write_answer" if piece is TextPiece.ANSWER else "write"
        return [form for form in FORMATS.values() if getattr(form, name) is not None]

    def has(self, piece: TextPiece) -> bool:
        """Whether the piece exists now."""
        if piece is TextPiece.ANSWER:
            return self.result is not None
        return piece is TextPiece.POSITION or bool(self.game.moves)

    def length(self, piece: TextPiece) -> int:
        """Return the number of tiles on all boards of the piece."""
        result, game = self.result, self.game
        moves = (result and result.moves) if piece is TextPiece.ANSWER else game.moves
        return (1 + len(moves or ())) * len(game.start.tiles)

    def written(self, piece: TextPiece, form: Format) -> Conversion:
        """Return the piece as text with a final newline, and a note of lost data.

        Raises BoardError if the format cannot represent the piece, PuzzlerError if it is gone.
        """
        if piece is TextPiece.ANSWER:
            return Conversion(_texts(*self._answer, form, None)[0])
        result = convert(self.game if piece is TextPiece.GAME else self.position, form)
        return Conversion(f"{result.text}\n", result.lost)

    def writing(self, piece: TextPiece, form: Format) -> Callable[[], tuple[str, str]]:
        """Return a function that returns the text and, or "", that of a second file.

        Call it in a thread, because a long game or the tables of a format take long. Raises as
        above.
        """
        if piece is TextPiece.ANSWER:
            return partial(_texts, *self._answer, form, form)
        contents = self.game if piece is TextPiece.GAME else self.position
        return lambda: (f"{convert(contents, form).text}\n", "")

    def position_text(self) -> str:
        """Return the board shown for the clipboard: its rows of numbers, or its letters."""
        contents, letters, grid = self.position, FORMATS[LETTERS].write, FORMATS[GRID].write
        assert letters is not None, "every program can read a position"
        assert grid is not None, "as above"
        if contents.labels is not None:
            with suppress(BoardError):  # labels longer than one letter
                return letters(replace(contents, goal=None, weight=None))
        return grid(Contents(start=contents.start))

    def share_text(self) -> str:
        """Return the game, or before its first move the position, as three lines for a chat.

        Raises BoardError if that is impossible.
        """
        form = FORMATS[SHARE]
        assert form.write is not None, "the format is made for sharing"
        return form.write(self.game)

    def _review(self, contents: Contents, title: str) -> None:
        moves = contents.moves or ()
        if len(moves) > MAX_MOVES:
            message = f"{len(moves):,} moves are too many: {MAX_MOVES:,} can be reviewed"
            raise PuzzlerError(message)
        present, start = self._context.game.present.scenario, contents.start
        is_same_size = present.goal.size == start.size
        goal = contents.goal or (present.goal if is_same_size else Board.solved(*start.size))
        scenario = Scenario(start, goal)
        if (present.start, present.goal) == (start, goal):
            scenario = present.without_moves()
        check_solvable(start, goal)
        scenario = replace(scenario, labels=contents.labels or scenario.labels, title=title)
        moved_by = (MovedBy.UNKNOWN,) * len(moves)
        source = ReviewSource(scenario, moves, moved_by, contents.times, title)
        self._reviews.open_source(source)

    def _remember(self, contents: Contents, goal: Board, name: str, file: Path | None) -> None:
        key = contents.start, goal
        self._origins.pop(key, None)
        self._origins[key] = Origin(contents, name, file)
        if len(self._origins) > _MAX_ORIGINS:
            del self._origins[next(iter(self._origins))]

    def _refuse(self, message: str) -> Imported:
        self._context.feedback.happen(Happening.REFUSED)
        return Imported(ImportKind.REFUSED, sentence(message))

    @property
    def _answer(self) -> tuple[SearchResult, Contents]:
        """The result to export, and the contents of its board."""
        result = self.result
        if result is None:
            raise PuzzlerError("there is no solution to save: the board has changed")
        origin = self._origins.get((result.start, result.goal))
        contents = Contents(start=result.start, goal=result.goal)
        return result, contents if origin is None else origin.contents


def _texts(
    result: SearchResult, contents: Contents, form: Format, values_for: Format | None
) -> tuple[str, str]:
    """Return the texts of an answer and its figures. values_for: format that needs values."""
    if form.write_answer is None:  # selected before the solutions were known
        raise PuzzlerError(f"the format {form.name} has no solutions: choose another one")
    answer = answer_of(result, contents, values_for)
    figures = "" if form.write_figures is None else f"{form.write_figures(answer)}\n"
    return f"{form.write_answer(answer)}\n", figures


def _game(
    scenario: Scenario, start: Board, moves: tuple[Move, ...], times: tuple[float, ...] | None
) -> Contents:
    times = times if moves else None
    return Contents(
        start=start, goal=scenario.goal, labels=scenario.labels, moves=moves or None, times=times
    )
