"""The screen: shows the present view, and does what all views have in common."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from puzzler.game.core.feedback import Happening
from puzzler.game.core.settings import LARGEST_SCALE
from puzzler.window.common.actions import find, make_keymap
from puzzler.window.common.announcing import Announcer
from puzzler.window.common.presenting import presented
from puzzler.window.common.views import present_view
from puzzler.window.core.display import SMALLEST_SIZE, interface_scale
from puzzler.window.core.window import Next, Window
from puzzler.window.files.importing import take_file, take_text
from puzzler.window.toolkit.access import Access
from puzzler.window.toolkit.access_tree import window_tree
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.fill import fill_gradient
from puzzler.window.toolkit.scene import Part

NARROW_UNITS, LOW_UNITS = 940, 740
"""Narrower or lower windows, in units, have no room for a column beside the board: they are
compact."""
_INPUTS = frozenset(
    {
        pygame.KEYDOWN,
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEWHEEL,
        pygame.DROPFILE,
        pygame.DROPTEXT,
    }
)
"""The events with which an action of the person begins."""
_key_settings = attrgetter("keys", "letters_move_tiles")


class ViewScreen:
    """Shows one view at a time, and gives its elements and actions the events."""

    def __init__(self, window: Window, size: tuple[int, int]) -> None:
        self.window, self.session = window, window.session
        window.keymap, problem = make_keymap(window.session.settings)
        if problem and not window.said:
            window.said, window.is_welcome = problem, False
        self.view = present_view(window.session)
        """What is shown; it follows the session."""
        self._drawn: object = None  # the snapshot that the drawing of the board has followed
        self._is_presenting = False
        self._announcer = Announcer()
        window.ui.layers[0].build = self._build
        self.resize(size)

    def _build(self) -> Element:
        root = self.view.build(self.window)
        return presented(self.window, root) if self.window.is_presenting else root

    def resize(self, size: tuple[int, int]) -> None:
        """The window is of this size now, in pixels."""
        window = self.window
        window.size = size
        self._is_presenting = window.is_presenting
        chosen = LARGEST_SCALE if window.is_presenting else self.session.settings.interface_scale
        scale = interface_scale(chosen, *size)
        if window.painter.scale != scale:
            window.painter = window.painter.at_scale(scale)
        # a window that is smaller still shows the upper left of this
        width, height = max(size[0], SMALLEST_SIZE[0]), max(size[1], SMALLEST_SIZE[1])
        window.ui.resize((width, height), window.painter)
        window.ui.rebuild()
        narrow, low = map(window.painter.px, (NARROW_UNITS, LOW_UNITS))
        window.is_compact = width < narrow or height < low

    def draw_ground(self, surface: Surface, area: Rect) -> None:
        """Draw what is behind everything, a slight gradient, as far as it lies in ``area``."""
        theme = self.window.painter.theme
        fill_gradient(surface, area, self.window.size[1], theme.ground, theme.ground_low)

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
        window, view = self.window, self.window.view
        window.follow_dialogs()
        was_moving, before = view.is_moving, (view.board, view.goal)
        view.advance(now - window.now)
        window.now = now
        for slide in self.session.tick(now):
            view.slide(slide)
        settings = window.shown.settings
        for happening in self.session.take_happenings():
            if not settings.is_muted:
                window.sounds.play(happening, settings.volume)
            if happening is Happening.SOLVED and not window.shown.reduces_motion:
                view.celebrate()
        self._follow()
        if self._drawn is not window.shown:
            self._drawn = window.shown
            window.follow_board()
        if was_moving or view.is_moving or before != (view.board, view.goal):
            window.ui.move()
        window.ui.tick(now)

    def _follow(self) -> None:
        """Bring the picture to what the session says; where it says the same, nothing is done."""
        window, before = self.window, self.window.shown
        window.shown = shown = self.session.snapshot()
        if shown is before:
            return
        window.follow_words()
        has_moved = window.follow_settings(before)
        if _key_settings(before.settings) != _key_settings(shown.settings):
            window.keymap, _ = make_keymap(shown.settings)
        view = present_view(self.session)
        if view is not self.view:
            window.lose_pointer()
            self.view, has_moved = view, True
            window.ui.choose(view.at, view.name)  # where the switch leads back to
        if has_moved:
            self.resize(window.size)
        window.ui.rebuild()

    def handle(self, event: Event) -> Next:
        """Handle one event; return what should come after it.

        A message ends with the next input that does something.
        """
        if event.type == pygame.QUIT:
            return Next.QUIT
        window, feedback = self.window, self.session.context.feedback
        messages = window.said, feedback.shown
        if event.type in _INPUTS:
            window.end_message()
        action = find(window, event.key, event.mod) if event.type == pygame.KEYDOWN else None
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONUP) and window.is_welcome:
            window.is_welcome = False
            window.set(is_welcomed=True)
        if event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            window.lose_pointer()  # the tile that is held, too: its release may not be reported
        if action is not None and action.is_everywhere:
            action.do(window)
        elif event.type == pygame.DROPFILE:
            take_file(window, Path(event.file))
        elif event.type == pygame.DROPTEXT:
            take_text(window, event.text)
        elif not window.ui.handle(event):
            if action is not None:
                action.do(window)
            elif event.type in _INPUTS:
                window.said, feedback.shown = messages
        # a dialog that was opened or closed by this event stops or frees the timer at once
        window.follow_dialogs()
        self._follow()
        if window.is_presenting is not self._is_presenting:
            self.resize(window.size)
        if event.type != pygame.MOUSEMOTION:  # it may have changed what is not in the snapshot
            window.ui.rebuild()
        after, window.next = window.next, Next.STAY
        return after

    def parts(self) -> tuple[Part, ...]:
        """The picture, from back to front; the same tuple while nothing has changed."""
        return self.window.ui.parts()

    def describe(self) -> Access:
        """What a screen reader is told of all that can be seen."""
        self.window.ui.update()
        return window_tree(self.window.ui, "Puzzler", self._announcer.words(self.window))

    def close(self) -> None:
        """End what is under way in a dialog, and the session; nothing is drawn after that."""
        self.window.ui.close_all()
        self.window.sounds.close()
        self.session.close()
        self.window.painter.close()
