"""Import and export: texts, files and the clipboard, in and out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable, is_solvable
from puzzler.board.scenario import Scenario, printable
from puzzler.formats import registry
from puzzler.formats.converting import Converted, converted
from puzzler.formats.format import Contents, Format
from puzzler.formats.registry import FORMATS, AmbiguousError
from puzzler.game.core.activity import ActivitySwitch
from puzzler.game.core.feedback import Happening
from puzzler.game.core.game import played
from puzzler.game.core.texts import reason
from puzzler.game.files import texts
from puzzler.game.files.text_reader import (
    Doubt,
    ReadingChoice,
    Understood,
    normal,
    solution_in,
    understand,
)
from puzzler.game.play.boards import Boards
from puzzler.game.play.editing import Editing
from puzzler.game.play.new_boards import parse_seed
from puzzler.game.review.reviewing import Reviewing, Reviews, ReviewSource
from puzzler.game.watch.watch import Watch
from puzzler.humanize import sentence
from puzzler.progress import one_step
from puzzler.search.registry import DEFAULT_ALGORITHM, WEIGHTED_HEURISTIC
from puzzler.search.report.export import answer_of
from puzzler.search.result import Outcome, SearchResult

_MOST_ORIGINS = 64
MOST_MOVES = 50_000
"""Of an imported solution: the curve of more would be felt."""
SHORT_TEXT = 16_384
"""Letters that are read at once."""
TEXT = "text"
"""The kind of work that reads one."""
GRID, LETTERS, SHARE = "grid", "letters", "share"
"""What the position, and what a game, are copied as."""


class TextPiece(StrEnum):
    """What can be written down, and what it is called."""

    POSITION = "position"
    """The board as it stands now, and its goal."""
    GAME = "game"
    """The board where it began, and the moves up to now with their times."""
    ANSWER = "answer"
    """The solution of a search, as the users of the format write it."""


class ImportKind(StrEnum):
    """What became of it."""

    BOARD = "board"
    """A new game, from which undo leads back; while tiles are placed by hand, the draft."""
    REVIEW = "review"
    SEED = "seed"
    READING = "reading"
    """It is long: it is read in the background, and what becomes of it comes later."""
    ASKS = "asks"
    """It may mean several things: the person is asked for one of ``choices``."""
    REFUSED = "refused"
    """Nothing has changed; ``words`` say why."""


@dataclass(frozen=True)
class Imported:
    """The outcome of an import."""

    kind: ImportKind
    words: str = ""
    """One line for the person; "" where the session says it, or where nothing needs to be said."""
    choices: tuple[ReadingChoice, ...] = ()
    """Never empty where it asks, and empty elsewhere."""
    doubt: Doubt | None = None


@dataclass
class Origin:
    """Where a board came from that was received."""

    contents: Contents
    name: str
    """Of its file, or what else it is called; may be empty."""
    file: Path | None = None
    """None where it came by the clipboard."""
    is_compared: bool = False
    """It was compared with what it promises."""


class Files:
    """Reads texts into the game and writes what is shown.

    Nothing of the game is lost: what cannot be read changes nothing, and undo leads back.
    """

    def __init__(
        self, context: ActivitySwitch, boards: Boards, reviews: Reviews, watch: Watch
    ) -> None:
        self._context = context
        self._boards = boards
        self._reviews = reviews
        self._watch = watch
        self._origins: dict[tuple[Board, Board], Origin] = {}  # the newest at the end

    # ---- Import ---------------------------------------------------------------------------

    @property
    def origin(self) -> Origin | None:
        """Where the present board came from; None where it was not imported in this session."""
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

        def take(read: Understood | int | BoardError) -> None:
            nonlocal outcome
            if isinstance(read, BoardError):
                outcome = self._refuse(texts.not_received(read, name))
            elif isinstance(read, int):
                outcome = self._begin_seed(read)
            elif read.doubt is not None:
                outcome = Imported(ImportKind.ASKS, "", read.choices, read.doubt)
            else:
                outcome = self.import_contents(read.choices[0].contents, name, file)
            then(outcome)

        is_drawn = activity.is_editing
        self._context.background.run(
            TEXT,
            f"Reading {name or 'the text'}",
            one_step(partial(_read, text, activity.play.scenario, name, is_drawn=is_drawn)),
            take,
            is_short=len(text) <= SHORT_TEXT,
        )
        return outcome

    def _begin_seed(self, seed: int) -> Imported:
        if self._context.activity.is_editing:
            return self._refuse(texts.SEED_IN_DRAFT)
        self._boards.new(seed=seed)
        # a board that has to be waited for has a line of its own
        said = f"A new board of seed {seed}. Undo to go back."
        return Imported(ImportKind.SEED, "" if self._boards.pending else said)

    def import_contents(
        self,
        contents: Contents,
        name: str = "",
        file: Path | None = None,
        *,
        is_method_chosen: bool = False,
    ) -> Imported:
        """The same of what has been read. Never raises.

        is_method_chosen: a weight in ``contents`` does not say how to search any more.
        """
        if self._context.activity.is_editing:
            editing = self._context.current(Editing)
            before = editing.draft
            editing.take(contents)
            is_same = editing.draft == before
            return Imported(ImportKind.BOARD, texts.IS_DRAWN if is_same else "")
        goal = contents.meant_goal
        contents = replace(contents, goal=goal)
        if not is_solvable(contents.start, goal):
            error = BoardError(texts.unsolvable(goal, is_promised=contents.is_unsolvable))
            return self._refuse(texts.not_received(error, name))
        if contents.moves:
            try:
                self._review(contents, name or texts.PASTED)
            except PuzzlerError as error:
                return self._refuse(reason(error))
            self._remember(contents, goal, name, file)
            return Imported(ImportKind.REVIEW)
        if contents.start == goal:
            return self._refuse(". ".join(filter(None, (texts.IS_SOLVED, contents.note))))
        scenario = Scenario(
            contents.start, goal, labels=contents.labels, title=name or texts.PASTED_BOARD
        )
        self._boards.begin_given(scenario)
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
        said = texts.received(scenario, contents, weight)
        self._context.say(said)
        return Imported(ImportKind.BOARD)

    def draw_text(self, text: str) -> str:
        """Draw the board that ``text`` says in any format; "" or one line about what is wrong.

        For the editor. Where the text names a goal, that is drawn as well.
        """
        if not self._context.activity.is_editing:
            return ""
        try:
            self._context.current(Editing).take(registry.read(normal(text)))
        except AmbiguousError as error:
            return self._refuse(texts.ambiguous(error.readings)).words
        except BoardError as error:
            return self._refuse(str(error)).words
        return ""

    def review_text(self, text: str) -> str:
        """Review the moves that ``text`` says; "" or one line about what is wrong.

        text: moves over UDLR from the start of the present scenario; or a text in any format that
        has a board and moves; or what ``puzzler solve --json`` prints. Where it does not say whose
        directions the letters are, both are replayed.
        """
        try:
            contents = solution_in(text, self._context.game.present.scenario)
            if not contents.moves:
                raise BoardError(texts.NO_MOVES)
            self._review(contents, texts.PASTED)
        except PuzzlerError as error:
            return self._refuse(reason(error)).words
        return ""

    def tick(self) -> None:
        """Say it once where a board turns out not to be what its text promises."""
        origin = self.origin if self._origins else None
        if origin is None or origin.is_compared or origin.contents.length is None:
            return
        contents, length = origin.contents, origin.contents.length
        shortest = self._context.distances.distance(contents.start, contents.meant_goal)
        origin.is_compared = shortest is not None
        if shortest not in (None, length):
            self._context.say(texts.broken_promise(origin.name, length, shortest))

    # ---- Export ---------------------------------------------------------------------------

    @property
    def position(self) -> Contents:
        """The board that is shown, with its goal; a weight where its file named one."""
        activity, origin = self._context.activity, self.origin
        labels = activity.play.scenario.labels
        is_fit = labels is not None and len(labels) == len(activity.board.tiles)
        contents = Contents(
            start=activity.board, goal=activity.goal, labels=labels if is_fit else None
        )
        return contents if origin is None else replace(contents, weight=origin.contents.weight)

    @property
    def game(self) -> Contents:
        """The board where it began, with the moves that are reviewed, shown or were played.

        In the Lab, a race and a drill it is the position until a solution is shown.
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
        """The answer that is shown, else the newest of this board; None where there is none."""
        run, rows = self._watch.runs.shown, self._watch.rows
        results = [run and run.result, *(row.result for row in reversed(rows))]
        ended = (Outcome.SOLVED, Outcome.UNSOLVABLE)
        return next((result for result in results if result and result.status in ended), None)

    @property
    def answer_form(self) -> Format | None:
        """The format that the solved board came in, where it says how answers are written."""
        result = self.result
        origin = None if result is None else self._origins.get((result.start, result.goal))
        form = None if origin is None else FORMATS.get(origin.contents.form)
        return None if form is None or form.write_answer is None else form

    def forms(self, piece: TextPiece) -> list[Format]:
        """The formats in which that can be written, as far as is known before it is tried."""
        name = "write_answer" if piece is TextPiece.ANSWER else "write"
        return [form for form in FORMATS.values() if getattr(form, name) is not None]

    def has(self, piece: TextPiece) -> bool:
        """There is such a thing now."""
        if piece is TextPiece.ANSWER:
            return self.result is not None
        return piece is TextPiece.POSITION or bool(self.game.moves)

    def length(self, piece: TextPiece) -> int:
        """How many numbers all its boards have together."""
        result, game = self.result, self.game
        moves = (result and result.moves) if piece is TextPiece.ANSWER else game.moves
        return (1 + len(moves or ())) * len(game.start.tiles)

    def written(self, piece: TextPiece, form: Format) -> Converted:
        """Its text in that format, with its last line end, and what that leaves out.

        BoardError where the format cannot say it, PuzzlerError where it is there no more.
        """
        if piece is TextPiece.ANSWER:
            return Converted(_texts(*self._answer, form, None)[0])
        made = converted(self.game if piece is TextPiece.GAME else self.position, form)
        return Converted(f"{made.text}\n", made.lost)

    def writing(self, piece: TextPiece, form: Format) -> Callable[[], tuple[str, str]]:
        """What makes its text and, or "", that of a second file beside it, with last line ends.

        A long game, and the tables that a format needs, take long: for a thread. Errors as above.
        """
        if piece is TextPiece.ANSWER:
            return partial(_texts, *self._answer, form, form)
        contents = self.game if piece is TextPiece.GAME else self.position
        return lambda: (f"{converted(contents, form).text}\n", "")

    def position_text(self) -> str:
        """The board that is shown, for the clipboard: its rows, or its letters."""
        contents, letters, grid = self.position, FORMATS[LETTERS].write, FORMATS[GRID].write
        assert letters is not None, "every program may read a position"
        assert grid is not None, "as above"
        if contents.labels is not None:
            with suppress(BoardError):  # labels of more than a letter
                return letters(replace(contents, goal=None, weight=None))
        return grid(Contents(start=contents.start))

    def share_text(self) -> str:
        """The game, or before its first move the position, as three lines for a chat.

        BoardError where it cannot be said.
        """
        form = FORMATS[SHARE]
        assert form.write is not None, "that is what it is for"
        return form.write(self.game)

    # ---- Within ---------------------------------------------------------------------------

    def _review(self, contents: Contents, title: str) -> None:
        moves = contents.moves or ()
        if len(moves) > MOST_MOVES:
            words = f"{len(moves):,} moves are too many: {MOST_MOVES:,} can be reviewed"
            raise PuzzlerError(words)
        present, start = self._context.game.present.scenario, contents.start
        is_same_size = present.goal.size == start.size
        goal = contents.goal or (present.goal if is_same_size else Board.solved(*start.size))
        scenario = Scenario(start, goal)
        if (present.start, present.goal) == (start, goal):
            scenario = present.without_moves()
        check_solvable(start, goal)
        scenario = replace(scenario, labels=contents.labels or scenario.labels, title=title)
        source = ReviewSource(scenario, moves, contents.times, title)
        self._reviews.open_source(source)

    def _remember(self, contents: Contents, goal: Board, name: str, file: Path | None) -> None:
        key = contents.start, goal
        self._origins.pop(key, None)
        self._origins[key] = Origin(contents, name, file)
        if len(self._origins) > _MOST_ORIGINS:
            del self._origins[next(iter(self._origins))]

    def _refuse(self, words: str) -> Imported:
        self._context.feedback.happen(Happening.REFUSED)
        return Imported(ImportKind.REFUSED, sentence(words))

    @property
    def _answer(self) -> tuple[SearchResult, Contents]:
        """The answer, and the board that it is of."""
        result = self.result
        if result is None:
            raise PuzzlerError("there is no solution to save: the board has changed")
        origin = self._origins.get((result.start, result.goal))
        return result, Contents(
            start=result.start, goal=result.goal
        ) if origin is None else origin.contents


def _texts(
    result: SearchResult, contents: Contents, form: Format, needing: Format | None
) -> tuple[str, str]:
    """What ``form`` makes of an answer, with the values that ``needing`` needs."""
    if form.write_answer is None:  # chosen before it was known which of them have solutions
        raise PuzzlerError(f"the format {form.name} has no solutions: choose another one")
    answer = answer_of(result, contents, needing)
    figures = "" if form.write_figures is None else f"{form.write_figures(answer)}\n"
    return f"{form.write_answer(answer)}\n", figures


def _read(
    text: str, scenario: Scenario, name: str, *, is_drawn: bool
) -> Understood | int | BoardError:
    """Return the boards or the seed in a text, or the error if it cannot be read.

    name: of its file, or "". is_drawn: the editor is open, so one board is enough.
    """
    try:
        if is_drawn:
            with suppress(BoardError):
                return Understood((ReadingChoice("", registry.read(normal(text))),))
        understood = understand(text, scenario, name)
    except BoardError as error:
        with suppress(PuzzlerError):
            return parse_seed(text)
        return error
    return understood.with_note(texts.NOT_A_SEED) if text.strip().isdigit() else understood


def _game(
    scenario: Scenario, start: Board, moves: tuple[Move, ...], times: tuple[float, ...] | None
) -> Contents:
    times = times if moves else None
    return Contents(
        start=start, goal=scenario.goal, labels=scenario.labels, moves=moves or None, times=times
    )
