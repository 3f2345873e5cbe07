"""The screen, which shows the current view and passes events to it."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from puzzler.game.core.feedback import Happening
from puzzler.game.core.settings import LARGEST_SCALE
from puzzler.window.common.actions import Action, find, make_keymap
from puzzler.window.common.board import BoardElement
from puzzler.window.common.presenting import present_chosen_panel
from puzzler.window.common.views import present_view
from puzzler.window.core.display import SMALLEST_SIZE, interface_scale
from puzzler.window.core.screen_reader import Announcer
from puzzler.window.core.themes import load_theme_or_default
from puzzler.window.core.window import Window
from puzzler.window.files.importing import take_file, take_text
from puzzler.window.toolkit.control import page_steps
from puzzler.window.toolkit.element import Access, Element
from puzzler.window.toolkit.fill import fill_gradient
from puzzler.window.toolkit.frame import Part
from puzzler.window.toolkit.layout import Live

NARROW_UNITS, LOW_UNITS = 940, 740
"""Windows below this width or height, in units, are compact: no column is next to the board."""
_INPUTS = frozenset(
    {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.DROPFILE, pygame.DROPTEXT}
)
"""The events that end the last message, if they have an effect."""
_REPEAT_DELAY, _REPEAT_SECONDS = 0.4, 0.035
"""Seconds until a held key repeats, and between the repetitions."""
_REPEATING_KEYS = frozenset(
    {*page_steps(1, 1, 1), pygame.K_LEFT, pygame.K_RIGHT, pygame.K_BACKSPACE, pygame.K_DELETE}
)
"""Keys that repeat in controls while they are held."""
_REPEATING_ACTIONS = frozenset(
    {
        *("undo", "redo", "step-back", "step-forward", "ten-back", "ten-forward"),
        *("mistake-back", "mistake-forward", "lab-slower", "lab-faster"),
    }
)
"""Actions that repeat while their key is held. Moves do not: a press is one move."""
_END_OF_REPEAT = frozenset(
    {pygame.KEYUP, pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.WINDOWFOCUSLOST}
)
_key_settings = attrgetter("keys", "letters_move_tiles")


class ViewScreen:
    """Shows one view at a time and passes events to its elements and actions."""

    def __init__(self, window: Window, size: tuple[int, int]) -> None:
        self.window, self.session = window, window.session
        window.keymap, problem = make_keymap(window.session.settings)
        if problem and not window.notice:
            window.notice, window.is_welcome = problem, False
        self.view = present_view(window.session)
        """The current view, chosen by the activity of the session."""
        self._is_presenting = False
        self._announcer = Announcer()
        self._repeating: Event | None = None  # the press of a key that repeats
        self._repeat_at: float | None = None  # None until the first tick after the press
        window.ui.layers[0].build = self._build
        self.resize(size)

    def _build(self) -> Element:
        root = self.view.build(self.window)
        return present_chosen_panel(self.window, root) if self.window.is_presenting else root

    def resize(self, size: tuple[int, int]) -> None:
        """Set the size of the window in pixels, and the scale for this size."""
        window = self.window
        window.size = size
        self._is_presenting = window.is_presenting
        chosen = LARGEST_SCALE if window.is_presenting else self.session.settings.interface_scale
        scale = interface_scale(chosen, *size)
        if window.painter.scale != scale:
            window.painter = window.painter.at_scale(scale)
        # a smaller window shows the upper left part
        width, height = max(size[0], SMALLEST_SIZE[0]), max(size[1], SMALLEST_SIZE[1])
        window.ui.resize((width, height), window.painter)
        window.ui.rebuild()
        narrow, low = map(window.painter.px, (NARROW_UNITS, LOW_UNITS))
        window.is_compact = width < narrow or height < low

    def draw_ground(self, surface: Surface, area: Rect) -> None:
        """Draw the part of the background, a slight gradient, that is in ``area``."""
        theme = self.window.painter.theme
        fill_gradient(surface, area, self.window.size[1], theme.ground, theme.ground_low)

    @property
    def is_moving(self) -> bool:
        """Whether the picture may change every frame without input."""
        window = self.window
        return window.view.is_moving or self.session.is_busy or window.ui.is_moving

    def seconds_to_change(self) -> float | None:
        """Seconds until a timer, tooltip or held key changes the picture; None if none will."""
        waits = [self.session.seconds_to_change(), self.window.ui.seconds_to_change()]
        if self._repeating is not None:
            waits.append(max(0.0, (self._repeat_at or 0.0) - self.window.now))
        return min((wait for wait in waits if wait is not None), default=None)

    def tick(self, now: float) -> None:
        """Advance the time to ``now``, in seconds."""
        window, view = self.window, self.window.view
        window.pause_under_dialogs()
        was_moving, before = view.is_moving, (view.board, view.goal)
        view.advance(now - window.now)
        window.now = now
        self._repeat_key()
        for slide in self.session.tick(now):
            view.slide(slide)
        for happening in self.session.take_happenings():
            window.play_sound(happening)
            if happening is Happening.SOLVED:
                view.celebrate()
        self._update()
        window.show_board()
        if was_moving or view.is_moving or before != (view.board, view.goal):
            window.ui.move(BoardElement)
        window.ui.tick(now)

    def _repeat_key(self) -> None:
        """Repeat the key that is held, at most once per tick, so that a slow tick loses nothing."""
        if self._repeating is None:
            return
        now = self.window.now
        if self._repeat_at is None:
            self._repeat_at = now + _REPEAT_DELAY
        elif now >= self._repeat_at:
            self._repeat_at = now + _REPEAT_SECONDS
            self.handle(self._repeating, is_repeated=True)

    def _update(self) -> None:
        """Take a snapshot of the session. If it differs from the last one, update the window."""
        window, before = self.window, self.window.shown
        window.shown = shown = self.session.snapshot()
        if shown is before:
            return
        if replace(shown, play=replace(shown.play, seconds=before.play.seconds)) == before:
            window.ui.move(Live)  # only the time has changed
            return
        window.expire_notice()
        if window.is_welcome and (shown.play.move_count or shown.watch.phase is not None):
            window.is_welcome = False
            window.set(is_welcomed=True)
        old, new = before.settings, shown.settings
        is_new_theme = old.theme_on(before.system) != window.theme
        if is_new_theme:
            window.painter = window.painter.in_theme(load_theme_or_default(window.theme))
        must_resize = is_new_theme or old.interface_scale != new.interface_scale
        if _key_settings(old) != _key_settings(new):
            window.keymap, _ = make_keymap(new)
        view = present_view(self.session)
        if view is not self.view:
            window.lose_pointer()
            self.view, must_resize = view, True
            window.ui.choose(view.at, view.name)  # the switch returns to this view
        if must_resize:
            self.resize(window.size)
        window.ui.rebuild()

    def handle(self, event: Event, *, is_repeated: bool = False) -> bool:
        """Handle one event. Return False to quit.

        The message ends with the next input that has an effect. is_repeated: the key is held.
        """
        if event.type == pygame.QUIT:
            return False
        window, feedback = self.window, self.session.feedback
        messages = window.notice, feedback.shown
        if event.type in _INPUTS:
            window.end_message()
        action = find(window, event.key, event.mod) if event.type == pygame.KEYDOWN else None
        if is_repeated and action is not None and action.name not in _REPEATING_ACTIONS:
            action = None
        if not is_repeated and event.type in _END_OF_REPEAT:
            self._repeating = self._repeat_at = None
            window.view.is_peeking = False
        if event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            window.lose_pointer()  # also drops a dragged tile, whose release may not be reported
        if not self._dispatch(event, action) and event.type in _INPUTS:
            window.notice, feedback.shown = messages
        # a dialog that this event opened or closed stops or resumes the timer immediately
        window.pause_under_dialogs()
        self._update()
        if window.is_presenting is not self._is_presenting:
            self.resize(window.size)
        if event.type != pygame.MOUSEMOTION:  # the snapshot does not contain all changes
            window.ui.rebuild()
        return not window.must_quit

    def _dispatch(self, event: Event, action: Action | None) -> bool:
        """Pass an event to the elements or perform ``action``. Return whether it had an effect."""
        window, repeats = self.window, action is not None and action.name in _REPEATING_ACTIONS
        if action is not None and action.is_everywhere:
            action.do(window)
        elif event.type == pygame.DROPFILE:
            take_file(window, Path(event.file))
        elif event.type == pygame.DROPTEXT:
            take_text(window, event.text)
        elif window.ui.handle(event):
            repeats = event.type == pygame.KEYDOWN and event.key in _REPEATING_KEYS
        elif action is not None:
            action.do(window)
        else:
            return False
        if repeats:
            self._repeating = event
        return True

    def parts(self) -> tuple[Part, ...]:
        """The picture, from back to front; the same tuple if nothing has changed."""
        return self.window.ui.parts()

    def describe(self) -> Access:
        """Return the accessibility tree of the window for screen readers."""
        self.window.ui.update()
        return self.window.ui.access_tree("Puzzler", self._announcer.words(self.window))

    def close(self) -> None:
        """Close dialogs, sounds and the session. Nothing can be drawn afterwards."""
        self.window.ui.close_all()
        self.window.sounds.close()
        self.session.close()
        self.window.painter.close()
