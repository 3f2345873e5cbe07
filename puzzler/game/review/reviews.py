"""The reviews that can be opened: the last game, any solve that was kept, a pasted solution."""

from __future__ import annotations

from dataclasses import replace

from puzzler.board.errors import PuzzlerError, UnsolvableError
from puzzler.board.scenario import Scenario
from puzzler.game.play import messages as play_messages
from puzzler.game.play.context import Context
from puzzler.game.play.game import played
from puzzler.game.review import messages
from puzzler.game.review.analysis import Analysis
from puzzler.game.review.reviewing import Reviewing, Source, SourceKind
from puzzler.game.storage.store import Store
from puzzler.humanize import sentence


class Reviews:
    """Opens reviews beside the game, which waits as it is; ``session.stop`` goes back to it."""

    def __init__(self, context: Context, store: Store, analysis: Analysis) -> None:
        self._context = context
        self._analysis = analysis
        self._store = store

    @property
    def current(self) -> Reviewing:
        """The review that is open; RuntimeError where none is."""
        activity = self._context.activity
        if not isinstance(activity, Reviewing):
            raise RuntimeError("no review is open")
        return activity

    @property
    def can_review(self) -> bool:
        """``open_last`` would open something."""
        if self._context.activity.is_searching:
            return False
        return self._has_game or self._store.latest_solve() is not None

    @property
    def _title(self) -> str:
        """What a review of the present game is called."""
        play = self._context.game.present
        if play.move_count and not play.is_solved:
            return messages.GAME_SO_FAR
        return messages.LAST_GAME if play.assisted else messages.LAST_SOLVE

    def open_last(self) -> bool:
        """Review the present game as far as it is; before its first move the latest solve.

        False, and said, where there is neither.
        """
        if self._refuses():
            return False
        self._context.stop()
        if self._has_game:
            return self._open(self._game)
        solve_id = self._store.latest_solve()
        if solve_id is None:
            self._context.refuse(messages.NOTHING_TO_REVIEW)
            return False
        return self.open_solve(solve_id)

    def open_solve(self, solve_id: int) -> bool:
        """Review that solve of the store; False, and said, where it is not there any more."""
        return self._open_solve(solve_id, is_playing=False)

    def replay(self, solve_id: int) -> bool:
        """The same, and it plays at once, with its real timing."""
        return self._open_solve(solve_id, is_playing=True)

    def open_source(self, source: Source) -> str:
        """Review ``source``; "" or one line about what is wrong."""
        if self._refuses():
            return messages.REVIEW_WHILE_SEARCHING
        try:
            review = Reviewing(self._context, self._analysis, source)
        except UnsolvableError:
            return play_messages.UNSOLVABLE
        except PuzzlerError as error:
            return sentence(str(error))
        self._context.enter(review)
        return ""

    # ---- Within -----------------------------------------------------------------------------

    @property
    def _has_game(self) -> bool:
        """The present play has moves; those of a playback count that is left by a review."""
        is_begun = self._context.game.present.move_count > 0
        return is_begun or self._context.activity.play.move_count > 0

    @property
    def _game(self) -> Source:
        saved = self._context.game.saved
        path, play = played(saved), saved.present
        scenario = replace(play.scenario, start=path.start)
        return Source(
            SourceKind.SOLVE if play.is_solved else SourceKind.GAME,
            scenario,
            path.moves,
            path.times,
            self._title,
            self._store.solve_id(play.number) if play.is_solved else None,
        )

    def _open_solve(self, solve_id: int, *, is_playing: bool) -> bool:
        if self._refuses():
            return False
        solve = self._store.solve(solve_id)
        if solve is None:
            self._context.refuse(messages.SOLVE_IS_GONE)
            return False
        title = messages.solve_title(solve)
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
            review = Reviewing(self._context, self._analysis, source, is_playing=is_playing)
        except PuzzlerError as error:
            self._context.refuse(sentence(str(error)))
            return False
        self._context.enter(review)
        return True

    def _refuses(self) -> bool:
        return self._context.refuses_while_searching(messages.REVIEW_WHILE_SEARCHING)
