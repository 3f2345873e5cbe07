"""The window as views and actions see it: session, board, elements and message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from puzzler.game.core.feedback import Happening
from puzzler.game.core.settings import SystemLook
from puzzler.game.session import Session
from puzzler.progress import one_step
from puzzler.window.core.board_presenter import BoardPresenter
from puzzler.window.core.keymap import Keymap
from puzzler.window.core.sound import Sounds
from puzzler.window.core.themes import load_theme_or_default
from puzzler.window.toolkit.clipboard import Clipboard
from puzzler.window.toolkit.layout import Space
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.ui import Ui

_SYSTEM = "system"
"""Names the background work that reads the look of the system."""


class Next(Enum):
    """How the game loop continues after an event."""

    STAY = "stay"
    FULL_SCREEN = "full screen"
    """Enter or leave full screen."""
    QUIT = "quit"


class Window:
    """The state that views read to build elements and that actions change."""

    def __init__(
        self,
        session: Session,
        *,
        notice: str = "",
        sounds: Sounds | None = None,
        clipboard: Clipboard | None = None,
        welcomes: bool = False,
    ) -> None:
        """``welcomes``: show the hint of the first run to players who have not seen it."""
        self.session = session
        self.shown = session.snapshot()
        """The snapshot of the session after the last event or tick."""
        self.sounds = sounds or Sounds(is_silent=True)
        self.clipboard = clipboard or Clipboard()
        self.painter = Painter(load_theme_or_default(self.theme), 1.0)
        self.ui = Ui(self.painter, Space, self.clipboard)
        """The elements of the view and the dialogs over it."""
        self.size = (0, 0)
        self.now = 0.0
        """The time of the last tick, in seconds; only differences have a meaning."""
        self.is_compact = False
        """Whether the window is too small for a column next to the board."""
        self.is_drawer_open = False
        """Whether the column is shown over the board of a compact window."""
        self.is_presenting = False
        """Whether one panel of the view fills the window."""
        self.is_zen = False
        """Whether Play shows only the board and the clock."""
        self.next = Next.STAY
        """Set by an action to control the game loop after the event."""
        self.keymap = Keymap({})
        self.notice = notice
        """The message of the window; "" if it has expired or the session has a newer message."""
        self._message_at_notice = session.feedback.message
        self.is_welcome = welcomes and not self.notice and not session.settings.is_welcomed
        """Whether the hint of the first run is shown. A message is more important."""
        self.is_first_run = self.is_welcome
        """Whether this window has started with the hint."""
        self.presenter = BoardPresenter(session, self.shown, self.say)
        self.view = self.presenter.view

    @property
    def line(self) -> str:
        """The current message; may be empty."""
        return self.notice or self.shown.message

    def say(self, text: str) -> None:
        """Show a message until the user acts again or the session has a newer message."""
        self.ui.rebuild()
        self.notice, self._message_at_notice = text, self.session.feedback.message

    def end_message(self) -> None:
        """Clear the messages about the last action, because the user acts again."""
        self.notice = ""
        self.session.end_message()

    def expire_notice(self) -> None:
        """Clear the message of the window if the session has a newer message."""
        if self.shown.message != self._message_at_notice:
            self.notice, self._message_at_notice = "", self.shown.message

    def copied(self, text: str, message: str) -> str:
        """Copy ``text``. Return ``message``, or an error message if that is impossible."""
        return message if self.clipboard.copy(text) else "No clipboard to copy to."

    def set(self, **changes: object) -> None:
        """Change fields of the settings. Raises ValueError if a value is not allowed."""
        self.session.settings = replace(self.session.settings, **changes)  # type: ignore[arg-type]

    @property
    def theme(self) -> str:
        """The name of the current theme."""
        return self.shown.settings.theme_on(self.shown.system)

    def update_system_look(self, read: Callable[[], SystemLook]) -> None:
        """Read the preferred look of the system in the background and apply it."""
        self.session.background.run(
            _SYSTEM, "", one_step(read), self.session.set_system, fail=lambda problem: None
        )

    def try_sound(self) -> None:
        """Play a sound at the current volume, unless sound is off."""
        settings = self.session.settings
        if not settings.is_muted:
            self.sounds.play(Happening.SLID, settings.volume)

    def pause_under_dialogs(self) -> None:
        """Stop the timer while a dialog is open. Drop a dragged tile when one opens."""
        is_covered = self.ui.is_covered
        if self.session.cover(is_covered) and is_covered:
            self._drop_tile()

    def lose_pointer(self) -> None:
        """End hovering and dragging after the pointer has left the window."""
        self.ui.lose_pointer()
        self._drop_tile()

    def _drop_tile(self) -> None:
        self.view.let_go(glides_back=False)
        self.view.hovered = None
        self.session.cancel_move()
