"""The screen: shows the present view, and does what all views have in common."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path

import pygame
from pygame import Surface
from pygame.event import Event

from puzzler.game.play.slide import Happening
from puzzler.game.session import Session
from puzzler.window.common.actions import find, make_keymap
from puzzler.window.common.views import present_view
from puzzler.window.display import SMALLEST_SIZE
from puzzler.window.files.importing import take_file, take_text
from puzzler.window.sound import Player
from puzzler.window.toolkit.element import Clipboard, Element
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import Theme
from puzzler.window.window import Next, Window

NARROW_UNITS = 940
"""Narrower windows, in units, have no room for a column beside the board: they are compact."""


class ViewScreen:
    """Shows one view at a time, and gives its elements and actions the events."""

    title = "Puzzler"

    def __init__(self, window: Window, size: tuple[int, int]) -> None:
        self.window = window
        self.session = window.session
        self.view = present_view(window.session)
        """What is shown; it follows the session."""
        self._now: float | None = None
        window.ui.layers[0].build = self._build
        self.resize(size)

    def _build(self) -> Element:
        return self.view.build(self.window)

    # ---- Size ---------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """The window is of this size now, in pixels."""
        window = self.window
        window.resize(size)
        # a window that is smaller still shows the upper left of this
        width, height = max(size[0], SMALLEST_SIZE[0]), max(size[1], SMALLEST_SIZE[1])
        window.ui.resize((width, height), window.painter)
        window.ui.rebuild()
        window.is_compact = width < window.painter.px(NARROW_UNITS)

    @property
    def setting(self) -> Hashable:
        """What the backdrop depends on."""
        return self.window.painter.theme

    def backdrop(self) -> Surface:
        """A slight gradient."""
        painter = self.window.painter
        theme = painter.theme
        return painter.gradient(*self.window.size, theme.ground, theme.ground_low).convert()

    # ---- Time ---------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """The picture may change every frame without any input."""
        window = self.window
        return window.view.is_moving or self.session.is_busy or window.ui.is_moving

    def seconds_to_change(self) -> float | None:
        """The next second of the timer, or a tooltip that is to come."""
        waits = self.session.seconds_to_change(), self.window.ui.seconds_to_change()
        return min((wait for wait in waits if wait is not None), default=None)

    def tick(self, now: float) -> None:
        """Let time pass up to ``now``."""
        window, session = self.window, self.session
        window.follow_dialogs()
        was_moving, before = window.view.is_moving, (window.view.board, window.view.goal)
        window.view.advance(0.0 if self._now is None else now - self._now)
        self._now = window.now = now
        for slide in session.tick(now):
            window.view.slide(slide)
        self._play_sounds()
        self._follow(is_tick=True)
        after = window.view.board, window.view.goal
        if was_moving or window.view.is_moving or before != after:
            window.ui.refresh()
        window.ui.tick(now)

    def _follow(self, *, is_tick: bool = False, rebuilds: bool = False) -> None:
        """Bring everything to what session and settings say.

        is_tick: slides were delivered, and the drawing of the board follows. rebuilds: an event may
        have changed what is not in the snapshot.
        """
        window = self.window
        shown, before = self.session.snapshot(), window.shown
        window.shown = shown
        window.follow_words()
        if is_tick:
            window.follow_board()
        view = present_view(self.session)
        if view is not self.view:
            window.lose_pointer()
            self.view = view
            window.follow_settings()
            self.resize(window.size)
        elif window.follow_settings():
            self.resize(window.size)
        elif shown is not before or rebuilds:
            window.ui.rebuild()

    def _play_sounds(self) -> None:
        """Sounds and the celebration, for what happened since the last frame."""
        settings = self.session.settings
        for happening in self.session.take_happenings():
            if not settings.is_muted:
                self.window.sounds.play(happening, settings.volume)
            if happening is Happening.SOLVED and not settings.reduced_motion:
                self.window.view.celebrate()

    # ---- Input --------------------------------------------------------------------------

    @property
    def is_over_control(self) -> bool:
        """The pointer is over something that can be used."""
        return self.window.ui.is_over_control

    def handle(self, event: Event) -> Next:
        """One event; what should come after it."""
        if event.type == pygame.QUIT:
            return Next.QUIT
        window = self.window
        action = find(window, event.key, event.mod) if event.type == pygame.KEYDOWN else None
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONUP):
            window.end_welcome()
        if action is not None and action.is_everywhere:
            action.do(window)
        elif event.type == pygame.DROPFILE:
            take_file(window, Path(event.file))
        elif event.type == pygame.DROPTEXT:
            take_text(window, event.text)
        elif not window.ui.handle(event) and action is not None:
            action.do(window)
        # a dialog that was opened or closed by this event stops or frees the timer at once
        window.follow_dialogs()
        self._follow(rebuilds=event.type != pygame.MOUSEMOTION)
        after, window.next = window.next, Next.STAY
        return after

    # ---- Picture ------------------------------------------------------------------------

    def parts(self) -> tuple[Part, ...]:
        """The picture, from back to front."""
        return self.window.ui.parts()

    def close(self) -> None:
        """End what is under way in a dialog, and the session."""
        self.window.ui.close_all()
        self.window.sounds.close()
        self.session.close()


def open_screen(
    session: Session,
    load_theme: Callable[[str], Theme],
    size: tuple[int, int],
    *,
    notice: str = "",
    sounds: Player | None = None,
    clipboard: Clipboard | None = None,
    welcomes: bool = False,
) -> ViewScreen:
    """The screen of a session; ``welcomes`` whom it sees for the first time."""
    window = Window(
        session,
        load_theme,
        make_keymap,
        notice=notice,
        sounds=sounds,
        clipboard=clipboard,
        welcomes=welcomes,
    )
    return ViewScreen(window, size)
