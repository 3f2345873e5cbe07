"""The reviews that can be opened: the last game, any solve that was kept, a pasted solution."""

from __future__ import annotations

from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, UnsolvableError
from puzzler.board.scenario import Scenario
from puzzler.formats.format import Contents
from puzzler.formats.reading import MOST_BYTES
from puzzler.game import wording
from puzzler.game.files import import_messages
from puzzler.game.files.move_text import solution_in
from puzzler.game.play.path import played
from puzzler.game.play.slide import Happening
from puzzler.game.present import Present
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.review.source import Source, SourceKind
from puzzler.game.storage.store import Store
from puzzler.humanize import sentence

MOST_MOVES = 20_000
"""Of a pasted solution: to look at more at once would be felt."""


class Reviews:
    """Opens reviews beside the game, which waits as it is; ``session.stop`` goes back to it."""

    def __init__(self, present: Present, store: Store) -> None:
        self._present = present
        self._sitting = present.sitting
        self._store = store

    @property
    def can_review(self) -> bool:
        """``open_last`` would open something."""
        if self._present.is_searching:
            return False
        return self._has_game or self._store.latest_solve() is not None

    @property
    def _title(self) -> str:
        """What a review of the present game is called."""
        play = self._sitting.game.present
        if play.move_count and not play.is_solved:
            return wording.GAME_SO_FAR
        return wording.LAST_GAME if play.assisted else wording.LAST_SOLVE

    def open_last(self) -> bool:
        """Review the present game as far as it is; before its first move the latest solve.

        False, and said, where there is neither.
        """
        if self._refuses():
            return False
        self._present.stop()
        if self._has_game:
            return self._open(self._game)
        solve_id = self._store.latest_solve()
        if solve_id is None:
            self._present.refuse(wording.NOTHING_TO_REVIEW)
            return False
        return self.open_solve(solve_id)

    def open_solve(self, solve_id: int) -> bool:
        """Review that solve of the store; False, and said, where it is not there any more."""
        return self._open_solve(solve_id, is_playing=False)

    def replay(self, solve_id: int) -> bool:
        """The same, and it plays at once, with its real timing."""
        return self._open_solve(solve_id, is_playing=True)

    def open_pasted(self, text: str) -> str:
        """Review the moves that ``text`` says; "" or one line about what is wrong.

        text: moves over UDLR from the start of the present scenario; or a text in any format that
        has a board and moves; or what ``puzzler solve --json`` prints. Where it does not say whose
        directions the letters are, both are replayed.
        """
        if self._refuses():
            return wording.REVIEW_WHILE_SEARCHING
        try:
            source = self._read(text)
            review = Reviewing(self._sitting, source)
        except UnsolvableError:
            return wording.UNSOLVABLE
        except PuzzlerError as error:
            self._sitting.stage.happen(Happening.REFUSED)
            return sentence(str(error))
        self._present.enter(review)
        return ""

    def open_contents(self, contents: Contents, title: str) -> str:
        """Review the moves of ``contents``, with their times; "" or one line about what is wrong.

        contents: with a goal that can be reached.
        """
        if self._refuses():
            return wording.REVIEW_WHILE_SEARCHING
        moves, goal = contents.moves or (), contents.goal
        assert goal is not None, "filled in by whoever has read it"
        if len(moves) > MOST_MOVES:
            return import_messages.too_many_moves(len(moves), MOST_MOVES)
        scenario = Scenario(contents.start, goal, labels=contents.labels, title=title)
        source = Source(SourceKind.PASTED, scenario, moves, contents.times, title)
        try:
            review = Reviewing(self._sitting, source)
        except PuzzlerError as error:
            return sentence(str(error))
        self._present.enter(review)
        return ""

    # ---- Within -----------------------------------------------------------------------------

    @property
    def _has_game(self) -> bool:
        """The present play has moves; those of a playback count that is left by a review."""
        is_begun = self._sitting.game.present.move_count > 0
        return is_begun or self._present.activity.play.move_count > 0

    @property
    def _game(self) -> Source:
        saved = self._sitting.game.saved
        path, play = played(saved), saved.present
        scenario = replace(play.scenario, start=path.start)
        return Source(
            SourceKind.SOLVE if play.is_solved else SourceKind.GAME,
            scenario,
            path.moves,
            path.times,
            self._title,
            self._sitting.score.solve_id(play) if play.is_solved else None,
        )

    def _open_solve(self, solve_id: int, *, is_playing: bool) -> bool:
        if self._refuses():
            return False
        solve = self._store.solve(solve_id)
        if solve is None:
            self._present.refuse(wording.SOLVE_IS_GONE)
            return False
        title = wording.solve_title(solve)
        source = Source(
            SourceKind.SOLVE,
            Scenario(solve.start, solve.goal, title=title),
            solve.moves,
            solve.times,
            title,
            solve_id,
        )
        return self._open(source, is_playing=is_playing)

    def _open(self, source: Source, *, is_playing: bool = False) -> bool:
        try:
            review = Reviewing(self._sitting, source, is_playing=is_playing)
        except PuzzlerError as error:
            self._present.refuse(sentence(str(error)))
            return False
        self._present.enter(review)
        return True

    def _refuses(self) -> bool:
        """A search runs, and no key ends a search but those that say so; that is said."""
        if self._present.is_searching:
            self._present.refuse(wording.REVIEW_WHILE_SEARCHING)
        return self._present.is_searching

    def _read(self, text: str) -> Source:
        """PuzzlerError where it is not right."""
        if len(text) > MOST_BYTES:
            raise PuzzlerError(f"longer than {MOST_BYTES:,} characters: that is no solution")
        contents = solution_in(text, self._sitting.game.present.scenario)
        moves = contents.moves
        if not moves:
            raise PuzzlerError(wording.NO_MOVES)
        if len(moves) > MOST_MOVES:
            raise PuzzlerError(import_messages.too_many_moves(len(moves), MOST_MOVES))
        return Source(
            SourceKind.PASTED,
            replace(self._scenario(contents), title=wording.PASTED),
            moves,
            contents.times,
            wording.PASTED,
        )

    def _scenario(self, contents: Contents) -> Scenario:
        """What was played: the present scenario where it has the same board and goal."""
        present, start = self._sitting.game.present.scenario, contents.start
        is_same_size = present.goal.size == start.size
        goal = contents.goal or (present.goal if is_same_size else Board.solved(*start.size))
        if (present.start, present.goal) == (start, goal):
            return present.without_moves()
        return Scenario(start, goal, labels=contents.labels)
