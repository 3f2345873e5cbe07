"""What goes outside: the position, the game with its moves, and the answer of a search, as text."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from puzzler.board.errors import BoardError
from puzzler.formats.converting import Converted, converted
from puzzler.formats.format import Contents, Format
from puzzler.formats.registry import FORMATS
from puzzler.game.files.imported import Origin
from puzzler.game.files.importer import Receiving
from puzzler.game.play.editing import Editing
from puzzler.game.play.path import played
from puzzler.game.present import Present
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.watch.searches import Searches
from puzzler.game.watch.watching import Watching
from puzzler.search.records import answer_of
from puzzler.search.result import Outcome, SearchResult

GRID, LETTERS, SHARE = "grid", "letters", "share"
"""What the position, and what a game, are copied as."""


class Piece(StrEnum):
    """What can be written down, and what it is called."""

    POSITION = "position"
    """The board as it stands now, and its goal."""
    GAME = "game"
    """The board where it began, and the moves up to now with their times."""
    ANSWER = "answer"
    """What a search has found, as whoever uses the format hands it in."""


class Giving:
    """Reads the session and changes nothing."""

    def __init__(self, present: Present, searches: Searches, receiving: Receiving) -> None:
        self._present = present
        self._searches = searches
        self._receiving = receiving

    @property
    def position(self) -> Contents:
        """The board that is shown, with its goal; a weight where its file named one."""
        activity, origin = self._present.activity, self._receiving.origin
        labels = activity.play.scenario.labels
        is_fit = labels is not None and len(labels) == len(activity.board.tiles)
        contents = Contents(activity.board, activity.goal, labels if is_fit else None)
        return contents if origin is None else replace(contents, weight=origin.contents.weight)

    @property
    def game(self) -> Contents:
        """The board where it began, with the moves that are reviewed, shown or were played.

        Under the lens, in a race and while tiles are placed it is the position.
        """
        activity = self._present.activity
        if isinstance(activity, Reviewing):
            scenario, moves, times = (
                activity.source.scenario,
                activity.source.moves,
                activity.source.times,
            )
            return Contents(
                scenario.start, scenario.goal, scenario.labels, moves=moves or None, times=times
            )
        if activity.is_aside or isinstance(activity, Editing):
            return self.position
        result = self.result
        if isinstance(activity, Watching) and result is not None and result.moves:
            return Contents(result.start, result.goal, self.position.labels, moves=result.moves)
        saved = self._present.sitting.game.saved
        scenario, path = saved.present.scenario, played(saved)
        times = path.times if path.moves else None
        return Contents(
            path.start, scenario.goal, scenario.labels, moves=path.moves or None, times=times
        )

    @property
    def result(self) -> SearchResult | None:
        """The answer that is shown, else the newest of this board; None where there is none."""
        run, rows = self._searches.run, self._searches.rows
        results = [*(row.result for row in rows), *([run.result] if run and run.result else [])]
        ended = (Outcome.SOLVED, Outcome.UNSOLVABLE)
        return next((result for result in reversed(results) if result.status in ended), None)

    @property
    def origin(self) -> Origin | None:
        """Where the board of ``result`` came from."""
        result = self.result
        return None if result is None else self._receiving.origin_of(result.start, result.goal)

    @property
    def answer_form(self) -> Format | None:
        """The format that the board of ``result`` came in, where it says how answers are written.

        None where nothing has been solved that came from outside.
        """
        origin = self.origin
        form = None if origin is None else FORMATS.get(origin.contents.form)
        return form if form is not None and form.write_answer is not None else None

    def forms(self, piece: Piece) -> list[Format]:
        """The formats in which that can be written, as far as is known before it is tried."""
        if piece is Piece.ANSWER:
            return [form for form in FORMATS.values() if form.write_answer is not None]
        return [form for form in FORMATS.values() if form.write is not None]

    def has(self, piece: Piece) -> bool:
        """There is such a thing now."""
        if piece is Piece.ANSWER:
            return self.result is not None
        return piece is Piece.POSITION or bool(self.game.moves)

    def written(self, piece: Piece, form: Format) -> Converted:
        """Its text in that format, with its last line end, and what that leaves out.

        BoardError where the format cannot say it.
        """
        if piece is Piece.ANSWER:
            return Converted(f"{self._answer(form)[0]}\n")
        made = converted(self.game if piece is Piece.GAME else self.position, form)
        return Converted(f"{made.text}\n", made.lost)

    def figures(self, form: Format) -> str:
        """What belongs into a second file beside the answer, with its last line end; may be ""."""
        return self._answer(form)[1]

    def position_text(self) -> str:
        """The board that is shown, for the clipboard: its rows, or its letters."""
        contents = self.position
        form = FORMATS[GRID]
        if contents.labels is not None and LETTERS in FORMATS:
            form = FORMATS[LETTERS]
        assert form.write is not None, "every program may read a position"
        try:
            return form.write(replace(contents, goal=None, weight=None))
        except BoardError:  # labels of more than a letter
            form = FORMATS[GRID]
            assert form.write is not None, "as above"
            return form.write(Contents(contents.start))

    def share_text(self) -> str:
        """The game, or before its first move the position, as three lines for a chat.

        BoardError where it cannot be said.
        """
        form = FORMATS[SHARE]
        assert form.write is not None, "that is what it is for"
        return form.write(self.game)

    def _answer(self, form: Format) -> tuple[str, str]:
        result, origin = self.result, self.origin
        assert result is not None, "asked for only where there is one"
        assert form.write_answer is not None, "among ``forms``"
        contents = Contents(result.start, result.goal) if origin is None else origin.contents
        answer = answer_of(result, contents, form)
        figures = "" if form.write_figures is None else f"{form.write_figures(answer)}\n"
        return form.write_answer(answer), figures
