"""What the views and actions share: the session, what draws it, and the elements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial

from puzzler.board.scenario import printable
from puzzler.game.core.feedback import Happening
from puzzler.game.core.settings import SystemLook, TileFace
from puzzler.game.session import Session, Snapshot
from puzzler.progress import one_step
from puzzler.window.board.pictures import (
    Picture,
    find_picture_file,
    is_bundled,
    load_picture,
)
from puzzler.window.board.tiles import Skin
from puzzler.window.board.view import BoardView
from puzzler.window.core.keymap import Keymap
from puzzler.window.core.sound import Sounds
from puzzler.window.core.themes import load_theme_or_default
from puzzler.window.toolkit.cards import Space
from puzzler.window.toolkit.clipboard import Clipboard
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.ui import Ui

_PICTURE, _SYSTEM = "picture", "system"
"""What is read in the background."""
_SKIN_SETTINGS = "face", "picture", "numbers_on_pictures"


class Next(Enum):
    """What should come after an event."""

    STAY = "stay"
    FULL_SCREEN = "full screen"
    """Into full screen, or back out of it."""
    QUIT = "quit"


class Window:
    """One for a window. Views read it and build elements; actions read it and do."""

    def __init__(
        self,
        session: Session,
        *,
        notice: str = "",
        sounds: Sounds | None = None,
        clipboard: Clipboard | None = None,
        welcomes: bool = False,
    ) -> None:
        """``welcomes``: the hint of the first run is shown to those who have not seen it."""
        self.session = session
        self.shown = session.snapshot()
        """What there is to see, as of the last event or tick."""
        self.view = BoardView(session.activity.shown_board, session.activity.goal)
        self.sounds = sounds or Sounds(is_silent=True)
        self.clipboard = clipboard or Clipboard()
        self.painter = Painter(load_theme_or_default(self.theme), 1.0)
        self.ui = Ui(self.painter, Space, self.clipboard)
        """The elements of the view, and the dialogs over it."""
        self.size = (0, 0)
        self.now = 0.0
        """The time of the last tick, in seconds from no particular moment."""
        self.is_compact = False
        """There is no room for a column beside the board."""
        self.is_drawer_open = False
        """In a compact window: the column is shown all the same."""
        self.is_presenting = False
        """One panel of the view fills the window."""
        self.next = Next.STAY
        """What an action wants to come after this event."""
        self.keymap = Keymap({})
        self.said = notice
        """The message of the window; "" if it has ended or the session has a newer one."""
        self._said_over = session.context.feedback.message
        self.is_welcome = welcomes and not self.said and not session.settings.is_welcomed
        """The hint of the first run is shown, unless it would cover a line that matters more."""
        self._picture: Picture | None = None  # the one that was loaded last
        self._put_on_skin(is_first=True)

    @property
    def line(self) -> str:
        """The one line that says what is going on; may be empty."""
        return self.said or self.shown.message

    def say(self, words: str) -> None:
        """Show a message until the person acts again or the session has a newer message."""
        self.ui.rebuild()
        self.said, self._said_over = words, self.session.context.feedback.message

    def end_message(self) -> None:
        """Clear the messages about the last action, because the person acts again."""
        self.said = ""
        self.session.context.end_message()

    def copied(self, text: str, words: str) -> str:
        """Copy ``text``; ``words``, or that it could not be copied."""
        return words if self.clipboard.copy(text) else "No clipboard to copy to."

    def follow_words(self) -> None:
        """What was said is over as soon as the session says something, for good."""
        if self.shown.message != self._said_over:
            self.said, self._said_over = "", self.shown.message

    def set(self, **changes: object) -> None:
        """Choose some of it; the settings themselves check what is chosen."""
        self.session.settings = replace(self.session.settings, **changes)  # type: ignore[arg-type]

    @property
    def theme(self) -> str:
        """The name of the theme that is shown."""
        return self.shown.settings.theme_on(self.shown.system)

    def follow_settings(self, before: Snapshot) -> bool:
        """Bring the picture to what was chosen; True where everything must be placed anew."""
        old, new = before.settings, self.shown.settings
        has_theme = old.theme_on(before.system) != self.theme
        if has_theme:
            self.painter = self.painter.in_theme(load_theme_or_default(self.theme))
        if any(getattr(old, name) != getattr(new, name) for name in _SKIN_SETTINGS):
            self._put_on_skin()
        return has_theme or old.interface_scale != new.interface_scale

    def follow_system(self, read: Callable[[], SystemLook]) -> None:
        """Ask the system how programs should look; no frame waits for the answer."""

        def take(look: SystemLook) -> None:
            self.session.context.system = look

        background = self.session.context.background
        background.run(_SYSTEM, "", one_step(read), take, fail=lambda problem: None)

    def choose_picture(self, picture: Picture) -> None:
        """Put a picture that has been loaded on the tiles."""
        self._picture = picture
        self.set(face=TileFace.PICTURE, picture=picture.key)

    def _put_on_skin(self, *, is_first: bool = False) -> None:
        """Give the tiles their face; where that is a picture, as soon as it has been read."""
        settings, background = self.session.settings, self.session.context.background
        background.drop(_PICTURE)
        file = find_picture_file(settings.picture) if settings.face is TileFace.PICTURE else None
        present = self._picture
        if file is None or (present is not None and present.file == file):
            self._wear(None if file is None else present)
            return

        def fail(problem: str) -> None:
            self._wear(None)
            self.say(f"{problem}: showing numbers")

        is_own = not is_bundled(file)
        background.run(
            _PICTURE,
            f"Reading {printable(file.name)}" if is_own else "",
            one_step(partial(load_picture, file)),
            self._wear,
            fail=fail,
            # with a bundled one the first frame has it
            is_short=is_first and not is_own,
        )

    def _wear(self, picture: Picture | None) -> None:
        settings = self.session.settings
        self._picture = picture or self._picture
        self.view.skin = Skin(settings.face, picture, settings.numbers_on_pictures)
        self.label_tiles()

    def label_tiles(self) -> None:
        """Let the tiles show the board's own words, where it has some."""
        play = self.shown.play
        labels = play.scenario.labels
        if labels is not None and len(labels) != len(play.board.tiles):
            labels = None
        if self.view.skin.labels != labels:
            self.view.skin = replace(self.view.skin, labels=labels)

    def follow_board(self) -> None:
        """Bring the drawing of the board to what the session says."""
        play, view = self.shown.play, self.view
        view.show(play.board, play.goal)
        self.label_tiles()
        view.is_solved = play.is_solved
        view.is_instant = self.shown.reduces_motion
        view.is_face_down = play.is_covering

    def try_sound(self) -> None:
        """Let the volume be heard."""
        settings = self.session.settings
        if not settings.is_muted:
            self.sounds.play(Happening.SLID, settings.volume)

    def follow_dialogs(self) -> None:
        """A dialog stops the timer, and what was held below it is let go."""
        is_covered = self.ui.is_covered
        if is_covered != self.session.context.is_covered:
            self.session.cover(is_covered)
            if is_covered:
                self._let_go()

    def lose_pointer(self) -> None:
        """Let go of everything, because the pointer is elsewhere."""
        self.ui.lose_pointer()
        self._let_go()

    def _let_go(self) -> None:
        self.view.let_go(glides_back=False)
        self.view.hovered = None
        self.session.cancel_move()
