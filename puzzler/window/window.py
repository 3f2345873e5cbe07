"""What the views and actions share: the session, what draws it, and the elements."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from enum import Enum

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.play.playback import Playback
from puzzler.game.play.settings import Face, Settings
from puzzler.game.play.slide import Happening
from puzzler.game.race.racing import Racing
from puzzler.game.review.drilling import Drilling
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.session import Session
from puzzler.game.watch.watching import Watching
from puzzler.window.board.pictures import Picture, PictureError, find_picture
from puzzler.window.board.tiles import Skin
from puzzler.window.board.view import BoardView
from puzzler.window.display import interface_scale
from puzzler.window.keymap import Keymap
from puzzler.window.sound import Player, Silence
from puzzler.window.toolkit.element import Clipboard
from puzzler.window.toolkit.layout import Space
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Theme
from puzzler.window.toolkit.ui import Ui

LENS = "lens"
"""The tab of a compact Lab that has the state under the lens; in a wide one it is always there."""
LESSON = "lesson"
"""The tab of a compact step of a lesson that has its text; in a wide one it is always there."""
FRONTIER = "frontier"
"""The tab with which the Lab opens."""


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
        load_theme: Callable[[str], Theme],
        keymap: Callable[[Settings], tuple[Keymap, str]],
        *,
        notice: str = "",
        sounds: Player | None = None,
        clipboard: Clipboard | None = None,
        welcomes: bool = False,
    ) -> None:
        """``keymap`` makes the keys and a line about what is wrong with those in the settings."""
        self.session = session
        self.shown = session.snapshot()
        """What there is to see, as of the last event or tick."""
        self.view = BoardView(session.activity.board, session.activity.goal)
        self.sounds: Player = sounds or Silence()
        self.clipboard = clipboard or Clipboard()
        self.painter = Painter(load_theme(session.settings.theme), 1.0)
        self.ui = Ui(self.painter, Space, self.clipboard)
        """The elements of the view, and the dialogs over it."""
        self.size = (0, 0)
        self.now = 0.0
        """The time of the last tick, in seconds from no particular moment."""
        self.is_compact = False
        """There is no room for a column beside the board."""
        self.is_drawer_open = False
        """In a compact window: the column is shown all the same."""
        self.lab_tab = FRONTIER
        """The tab of the Lab that was chosen last, by its name."""
        self.next = Next.STAY
        """What an action wants to come after this event."""
        self.picture: Picture | None = None
        """What the tiles carry, where that is a picture."""
        self._load_theme = load_theme
        self._make_keymap = keymap
        self.keymap, problem = keymap(session.settings)
        self._said, self._said_over = notice or problem, session.context.feedback.message
        self.is_welcome = welcomes and not self._said and not session.settings.is_welcomed
        """The hint of the first run is shown, unless it would cover a line that matters more."""
        self._followed = session.settings
        self._put_on_skin()

    # ---- Words --------------------------------------------------------------------------

    @property
    def line(self) -> str:
        """The one line that says what is going on; may be empty."""
        return self.said or self.session.context.feedback.message

    @property
    def said(self) -> str:
        """What was said last, where the session has said nothing since."""
        return self._said if self.session.context.feedback.message == self._said_over else ""

    def say(self, words: str) -> None:
        """Show one line, until the session has something else to say."""
        self.ui.rebuild()
        self._said, self._said_over = words, self.session.context.feedback.message

    def follow_words(self) -> None:
        """What was said is over as soon as the session says something, for good."""
        if self.session.context.feedback.message != self._said_over:
            self._said, self._said_over = "", self.session.context.feedback.message

    def end_welcome(self) -> None:
        """The person has begun: the hint of the first run is not needed any more."""
        if self.is_welcome:
            self.is_welcome = False
            self.set(is_welcomed=True)

    # ---- Settings -----------------------------------------------------------------------

    def set(self, **changes: object) -> None:
        """Choose some of it; the settings themselves check what is chosen."""
        self.session.settings = replace(self.session.settings, **changes)  # type: ignore[arg-type]

    def resize(self, size: tuple[int, int]) -> None:
        """The window is of this size now, in pixels."""
        self.size = size
        scale = interface_scale(self.session.settings.interface_scale, *size)
        if self.painter.scale != scale:
            self.painter = Painter(self.painter.theme, scale)

    def follow_settings(self) -> bool:
        """Bring the picture to what was chosen; True where everything must be placed anew."""
        before, after = self._followed, self.session.settings
        if before == after:
            return False
        self._followed = after
        if before.theme != after.theme:
            self.painter = Painter(self._load_theme(after.theme), self.painter.scale)
        if _skin_settings(before) != _skin_settings(after):
            self._put_on_skin()
        if (before.keys, before.letters_move_tiles) != (after.keys, after.letters_move_tiles):
            self.keymap, _ = self._make_keymap(after)
        return (before.theme, before.interface_scale) != (after.theme, after.interface_scale)

    def _put_on_skin(self) -> None:
        """Let the tiles show what the settings say; numbers where the picture cannot be used."""
        settings = self.session.settings
        self.picture = None
        if settings.face is Face.PICTURE:
            try:
                self.picture = find_picture(settings.picture)
            except PictureError as error:
                self.say(f"{error}: showing numbers")
        self.view.skin = Skin(settings.face, self.picture, settings.numbers_on_pictures)
        self.label_tiles()

    def label_tiles(self) -> None:
        """Let the tiles show the board's own words, where it has some."""
        session = self.session
        labels = session.activity.play.scenario.labels
        if labels is not None and len(labels) != len(session.activity.board.tiles):
            labels = None
        if self.view.skin.labels != labels:
            self.view.skin = replace(self.view.skin, labels=labels)

    def follow_board(self) -> None:
        """Bring the drawing of the board to what the session says."""
        play, view = self.shown.play, self.view
        view.show(play.board, play.goal)
        self.label_tiles()
        view.is_solved = play.is_solved
        view.is_instant = self.shown.settings.reduced_motion
        view.is_face_down = play.is_covering

    def try_sound(self) -> None:
        """Let the volume be heard."""
        settings = self.session.settings
        if not settings.is_muted:
            self.sounds.play(Happening.SLID, settings.volume)

    # ---- Watching -----------------------------------------------------------------------

    @property
    def watching(self) -> Watching | None:
        """The machine has the board; None where it has not."""
        activity = self.session.activity
        return activity if isinstance(activity, Watching) else None

    @property
    def reviewing(self) -> Reviewing | None:
        """A play is looked at; None where none is."""
        activity = self.session.activity
        return activity if isinstance(activity, Reviewing) else None

    @property
    def drilling(self) -> Drilling | None:
        """Cards are asked; None where none are."""
        activity = self.session.activity
        return activity if isinstance(activity, Drilling) else None

    @property
    def inspecting(self) -> Inspecting | None:
        """A search is under the lens; None where none is."""
        activity = self.session.activity
        return activity if isinstance(activity, Inspecting) else None

    @property
    def racing(self) -> Racing | None:
        """A race is shown; None where none is."""
        activity = self.session.activity
        return activity if isinstance(activity, Racing) else None

    @property
    def playback(self) -> Playback | None:
        """The track that is being played: of an answer, of a review, or of what a card shows."""
        if self.watching is not None:
            return self.watching.timeline
        if self.reviewing is not None:
            return self.reviewing.timeline
        return self.drilling.continuation if self.drilling is not None else None

    def step(self, count: int) -> None:
        """Pause, and go ``count`` moves, or expansions, along the track."""
        player = self.watching or self.inspecting or self.racing or self.reviewing or self.drilling
        if player is not None:
            player.step(count)

    def seek(self, position: int) -> None:
        """Go to ``position`` of the track; of a continuation where that is what is shown."""
        reviewing = self.reviewing
        player = self.watching or self.inspecting or self.racing or self.drilling
        if reviewing is not None and reviewing.state().shortest:
            reviewing.seek_shortest(position)
        elif reviewing is not None:
            reviewing.seek(position)
        elif player is not None:
            player.seek(position)

    # ---- Dialogs ------------------------------------------------------------------------

    @property
    def is_covered(self) -> bool:
        """A dialog or menu lies over the view."""
        return self.ui.is_covered

    def follow_dialogs(self) -> None:
        """A dialog stops the timer, and what was held below it is let go."""
        if self.is_covered and not self.session.is_covered:
            self.view.let_go(glides_back=False)
            self.view.hovered = None
        self.session.is_covered = self.is_covered

    def lose_pointer(self) -> None:
        """The pointer is elsewhere: nothing is held or lit."""
        self.ui.lose_pointer()
        self.view.let_go(glides_back=False)
        self.view.hovered = None


def _skin_settings(settings: Settings) -> Hashable:
    return settings.face, settings.picture, settings.numbers_on_pictures
