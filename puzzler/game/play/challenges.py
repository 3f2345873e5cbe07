"""What makes playing harder on purpose: time to look first, covered tiles, and the relay."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.game.play import messages
from puzzler.game.play.boards import Boards
from puzzler.game.play.context import Context
from puzzler.game.play.playing import Playing
from puzzler.game.play.relay import Relay, RelayState
from puzzler.game.play.shuffling import Shuffling


class Challenges:
    """Follows the game tick by tick, whatever the person does."""

    def __init__(
        self, context: Context, playing: Playing, boards: Boards, keep_relay: Callable[..., None]
    ) -> None:
        """``keep_relay`` is ``Store.keep_relay``."""
        self._context = context
        self._playing = playing
        self._boards = boards
        self._keep_relay = keep_relay

    @property
    def inspection_left(self) -> float | None:
        """Seconds until the timer starts; None where the board is not inspected."""
        play = self._context.game.present
        if not self._context.is_playing:
            return None
        return self._context.inspection.left(play.number, play.move_count)

    @property
    def relay(self) -> RelayState | None:
        """How the relay stands whose board is played; None where none is."""
        relay = self._context.relay
        return None if relay is None else relay.state(self._context.game.play)

    def show_tiles(self) -> bool:
        """Give up playing blindfold, so that the play counts as assisted; False where it is not."""
        context = self._context
        if not self._playing.is_blindfold:
            return False
        context.game.mark(assisted=True)
        context.say(messages.BLINDFOLD_GIVEN_UP)
        context.changed()
        return True

    def tick(self, elapsed: float) -> None:
        """Let ``elapsed`` seconds pass."""
        self._follow_inspection(elapsed)
        # where the board is shown, or the choice taken back, the tiles are covered no longer
        if self._is_shown or not self._context.settings.blindfold:
            self.show_tiles()
        self.settle()

    def settle(self) -> None:
        """Let the relay go on to its next board, or end."""
        context, relay = self._context, self._context.relay
        if relay is None:
            return
        is_left = not relay.plays(context.game.play)
        if relay.is_ended:
            if is_left:
                self._end_relay()
        elif relay.is_between:
            if relay.is_complete:
                splits = [(split.seconds, split.moves) for split in relay.splits]
                self._keep_relay(splits, assisted=relay.is_helped)
                self._end_relay()
            elif self._context.is_playing:
                self._boards.go_on_in_relay()
        elif is_left or self._is_shown:
            # a search that is watched stays on its board, and will soon say something else
            self._end_relay(None if is_left else relay.end())
            context.say(messages.relay_left(relay))

    def _end_relay(self, relay: Relay | None = None) -> None:
        """Undo leads out of its board again. ``relay``: what is still to be shown of it."""
        self._context.relay = relay
        self._context.game.fence = None

    @property
    def _is_shown(self) -> bool:
        """The board is shown by something else than the game that is played."""
        activity = self._context.activity
        return not (activity.is_aside or isinstance(activity, Playing | Shuffling))

    def _follow_inspection(self, elapsed: float) -> None:
        context, play = self._context, self._context.game.present
        if self._is_shown or context.inspection.left(play.number, play.move_count) is None:
            context.inspection.end()
            return
        if self.inspection_left is None or self._context.is_covered:
            context.inspection.rest()
            return
        ago = context.inspection.tick(elapsed)
        if ago is not None:
            context.game.start(ago)
