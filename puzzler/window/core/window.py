"""The window as views and actions see it: session, board, elements and message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from puzzler.board.scenario import printable
from puzzler.game.core.feedback import Happening
from puzzler.game.core.settings import Settings, SystemLook, TileFace
from puzzler.game.session import Session
from puzzler.game.snapshot import Snapshot
from puzzler.progress import one_step
from puzzler.window.board.pictures import Picture, find_picture_file, is_bundled, load_picture
from puzzler.window.board.tiles import Skin
from puzzler.window.board.view import BoardView
from puzzler.window.core.display import is_full_screen, window_bounds
from puzzler.window.core.keymap import Keymap
from puzzler.window.core.sound import Sounds
from puzzler.window.core.themes import load_theme_or_default
from puzzler.window.toolkit.context import Clipboard
from puzzler.window.toolkit.layout import Space
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.ui import Ui

_SYSTEM, _PICTURE = "system", "picture"
"""Names of the background work that reads the look of the system, and that loads a picture."""


def _skin_settings(settings: Settings) -> tuple[object, ...]:
    numbers = settings.numbers_on_pictures
    crop = settings.crop_of(settings.picture)
    return settings.face, settings.picture, numbers, settings.tile_colors, crop


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
        self.must_quit = False
        """Set by an action to end the game loop after the event."""
        self.keymap = Keymap({})
        self.notice = notice
        """The message of the window; "" if it has expired or the session has a newer message."""
        self.notice_time = 0.0
        """The time at which the last message of the window was shown, in seconds."""
        self._message_at_notice = session.feedback.message
        self.is_welcome = welcomes and not self.notice and not session.settings.is_welcomed
        """Whether the hint of the first run is shown. A message is more important."""
        self.is_first_run = self.is_welcome
        """Whether this window has started with the hint."""
        self.view = BoardView(session.activity.shown_board, session.activity.goal)
        self._presented: Snapshot | None = None  # the snapshot that the view shows
        self._applied: tuple[object, ...] = ()  # the settings of the tile faces
        self._picture: Picture | None = None  # the last loaded picture
        self._put_on_skin(is_first=True)

    @property
    def line(self) -> str:
        """The current message; may be empty."""
        return self.notice or self.shown.message

    def say(self, text: str) -> None:
        """Show a message until the user acts again or the session has a newer message."""
        self.ui.rebuild()
        self.notice, self._message_at_notice = text, self.session.feedback.message
        self.notice_time = self.now

    def end_message(self) -> None:
        """Clear the messages about the last action, because the user acts again."""
        self.notice = ""
        self.session.end_message()

    def expire_notice(self) -> None:
        """Clear the message of the window if the session has a newer message."""
        if self.shown.message != self._message_at_notice:
            self.notice = ""

    def copied(self, text: str, message: str) -> str:
        """Copy ``text``. Return ``message``, or an error message if that is impossible."""
        return message if self.clipboard.copy(text) else "No clipboard to copy to."

    def set(self, **changes: object) -> None:
        """Change fields of the settings. Raises ValueError if a value is not allowed."""
        self.session.settings = replace(self.session.settings, **changes)  # type: ignore[arg-type]

    def store_bounds(self) -> None:
        """Store the size and the place of the window, unless it fills the screen."""
        if not is_full_screen():
            self.set(window_bounds=window_bounds())

    @property
    def theme(self) -> str:
        """The name of the current theme."""
        return self.shown.settings.theme_on(self.shown.system)

    def update_system_look(self, read: Callable[[], SystemLook]) -> None:
        """Read the preferred look of the system in the background and apply it."""
        take = partial(setattr, self.session.context, "system")
        self.session.background.run(_SYSTEM, "", one_step(read), take, fail=lambda problem: None)

    def play_sound(self, happening: Happening = Happening.SLID) -> None:
        """Play the sound of a happening at the current volume, unless sound is off."""
        settings = self.session.settings
        if not settings.is_muted:
            self.sounds.play(happening, settings.volume)

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
        self.view.hold = self.view.hovered = None
        self.session.cancel_move()

    # ---- The board ------------------------------------------------------------------------

    def show_board(self) -> None:
        """Update the view of the board if there is a new snapshot."""
        shown, view = self.shown, self.view
        if shown is self._presented:
            return
        self._presented = shown
        if self._applied != _skin_settings(shown.settings):
            self._put_on_skin()
        view.show(shown.play.board, shown.play.goal)
        self._label_tiles()
        view.is_solved = shown.play.is_solved
        view.is_instant = shown.reduces_motion
        view.is_face_down = shown.play.is_covering

    def choose_picture(self, picture: Picture) -> None:
        """Show a loaded picture on the tiles and store the choice in the settings."""
        self._picture = picture
        self.set(face=TileFace.PICTURE, picture=picture.key)
        self._put_on_skin()  # also if only the content of the file has changed

    def _put_on_skin(self, *, is_first: bool = False) -> None:
        """Set the faces of the tiles. A picture that is not loaded yet appears later."""
        settings, background = self.session.settings, self.session.background
        self._applied = _skin_settings(settings)
        background.drop(_PICTURE)
        file = find_picture_file(settings.picture) if settings.face is TileFace.PICTURE else None
        if file is None or (self._picture is not None and self._picture.file == file):
            self._set_skin(None if file is None else self._picture)
            return

        def fail(problem: str) -> None:
            self._set_skin(None)
            self.say(f"{problem}: showing numbers")

        is_own = not is_bundled(file)
        background.run(
            _PICTURE,
            f"Reading {printable(file.name)}" if is_own else "",
            one_step(partial(load_picture, file)),
            self._set_skin,
            fail=fail,
            # a bundled picture is loaded before the first frame
            is_short=is_first and not is_own,
        )

    def _set_skin(self, picture: Picture | None) -> None:
        settings = self.session.settings
        if picture is not None:
            picture = replace(picture, crop=settings.crop_of(picture.key))
        self._picture = picture or self._picture
        self.view.skin = Skin(
            settings.face, picture, settings.numbers_on_pictures, settings.tile_colors
        )
        self._label_tiles()

    def _label_tiles(self) -> None:
        """Show the board's own labels on the tiles, or remove labels if none fit the board."""
        play = self.shown.play
        labels = play.scenario.labels
        if labels is not None and len(labels) != len(play.board.tiles):
            labels = None
        if self.view.skin.labels != labels:
            self.view.skin = replace(self.view.skin, labels=labels)
