"""What makes playing harder on purpose: time to look first, covered tiles, and the relay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from puzzler.game import wording
from puzzler.game.play.boards import Boards
from puzzler.game.play.editing import Editing
from puzzler.game.play.playing import Playing
from puzzler.game.play.relay import RelayState
from puzzler.game.present import Present
from puzzler.game.watch.watching import Watching


class Relays(Protocol):
    """Whoever keeps the relays."""

    def keep_relay(self, splits: Sequence[tuple[float, int]], *, assisted: bool) -> None:
        """Keep a finished relay: seconds and moves of each board, 2x2 first."""
        ...


class Training:
    """Follows the game tick by tick; whatever the person does, it finds out by looking at it."""

    def __init__(self, present: Present, boards: Boards, relays: Relays) -> None:
        self._present = present
        self._sitting = present.sitting
        self._boards = boards
        self._relays = relays

    @property
    def inspection_left(self) -> float | None:
        """Seconds until the timer starts by itself; None where the board is not inspected."""
        play = self._sitting.game.present
        if not isinstance(self._present.activity, Playing):
            return None
        return self._sitting.inspection.left(play.number, play.move_count)

    @property
    def relay(self) -> RelayState | None:
        """How the relay stands whose board is played; None where none is."""
        relay = self._sitting.relay
        return None if relay is None else relay.state(self._sitting.game.play)

    def show_tiles(self) -> bool:
        """Give up playing blindfold, so that the play counts as assisted; False where it is not."""
        sitting = self._sitting
        if not self._present.playing.is_blindfold:
            return False
        sitting.game.assist()
        sitting.say(wording.BLINDFOLD_GIVEN_UP)
        sitting.changed()
        return True

    def tick(self, elapsed: float) -> None:
        """Let ``elapsed`` seconds pass."""
        self._follow_inspection(elapsed)
        self._follow_blindfold()
        self.settle()

    def settle(self) -> None:
        """Let the relay go on to its next board, or end."""
        sitting, relay = self._sitting, self._sitting.relay
        if relay is None:
            return
        is_left = not relay.plays(sitting.game.play)
        if relay.is_ended:
            if is_left:
                sitting.end_relay()
        elif relay.is_between:
            if relay.is_complete:
                splits = [(split.seconds, split.moves) for split in relay.splits]
                self._relays.keep_relay(splits, assisted=relay.is_helped)
                sitting.end_relay()
            elif isinstance(self._present.activity, Playing):
                self._boards.go_on_in_relay()
        elif is_left or self._is_shown:
            # whoever watches stays on its board, where a search will soon say something else
            sitting.end_relay(None if is_left else relay.end())
            sitting.say(wording.relay_left(relay))

    @property
    def _is_shown(self) -> bool:
        """The board is shown by something else than the game that is played."""
        return isinstance(self._present.activity, Editing | Watching)

    def _follow_inspection(self, elapsed: float) -> None:
        sitting, play = self._sitting, self._sitting.game.present
        if self._is_shown or sitting.inspection.left(play.number, play.move_count) is None:
            sitting.inspection.end()
            return
        if self.inspection_left is None or self._present.is_covered:
            sitting.inspection.rest()
            return
        ago = sitting.inspection.tick(elapsed)
        if ago is not None:
            sitting.game.start(ago)

    def _follow_blindfold(self) -> None:
        """Where the board is shown, or the choice taken back, the tiles are covered no longer."""
        if self._is_shown or not self._sitting.settings.blindfold:
            self.show_tiles()
