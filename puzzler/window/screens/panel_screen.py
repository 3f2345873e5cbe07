"""The screen: shows the room of the present view, and does what all rooms have in common."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from puzzler.game.play.slide import Happening
from puzzler.game.session import Session
from puzzler.window.common.actions import Action, find, make_keymap
from puzzler.window.common.views import View, present_view
from puzzler.window.display import SMALLEST_SIZE
from puzzler.window.files.importing import take_file, take_text
from puzzler.window.panels.panel import HandlesEvents, HasTips, LiesOver, Panel, Waits
from puzzler.window.panels.stack import Stack
from puzzler.window.screen import Next
from puzzler.window.screens.room import Room, is_narrow
from puzzler.window.screens.rooms import ROOMS
from puzzler.window.sound import Player
from puzzler.window.tips import Tips
from puzzler.window.toolkit.clipboard import Clipboard
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.layout import Space
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import Theme
from puzzler.window.widgets.control import RING_UNITS, Control
from puzzler.window.widgets.spot import Spot
from puzzler.window.widgets.tooltip import Tip, tooltip
from puzzler.window.window import Window

_ALWAYS_HEARD = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)
"""Every panel hears of these, whoever took them: a hand may let go anywhere."""


class PanelScreen:
    """Shows one room at a time, and gives its panels what happens."""

    def __init__(self, desk: Window, size: tuple[int, int]) -> None:
        self.desk = desk
        self.session = desk.session
        self._rooms: dict[str, Room] = {}  # by their views; made when they are first entered
        self.view = present_view(desk.session)
        """What is shown; it follows the session."""
        self.tips = Tips(self._tip_of)
        self._now: float | None = None
        self._shape: Hashable = None
        desk.ui.layers[0].build = self._build
        self.resize(size)

    @property
    def title(self) -> str:
        """For the window's title bar."""
        return "Puzzler"

    @property
    def room(self) -> Room:
        """The panels of the present view."""
        if self.view.name not in self._rooms:
            self._rooms[self.view.name] = ROOMS[self.view.name](self.desk)
        return self._rooms[self.view.name]

    @property
    def is_tree(self) -> bool:
        """The view is described by elements."""
        return self.view.build is not None

    def _build(self) -> Element:
        return Space() if self.view.build is None else self.view.build(self.desk)

    # ---- Size ---------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """The window is of this size now, in pixels."""
        desk = self.desk
        desk.resize(size)
        # a window that is smaller still shows the upper left of this
        window = Rect(0, 0, max(size[0], SMALLEST_SIZE[0]), max(size[1], SMALLEST_SIZE[1]))
        desk.ui.resize(window.size, desk.painter)
        desk.ui.rebuild()
        desk.is_compact = is_narrow(window, desk.painter)
        if not self.is_tree:
            self._follow_panels()
            self.room.share(window)
            self._shape = self.room.shape
            self._follow_panels()
        self._collect_controls()

    @property
    def setting(self) -> Hashable:
        """What the backdrop depends on."""
        return self.desk.painter.theme

    def backdrop(self) -> Surface:
        """A slight gradient."""
        painter = self.desk.painter
        theme = painter.theme
        return painter.gradient(*self.desk.size, theme.ground, theme.ground_low).convert()

    @property
    def _shown(self) -> list[Panel]:
        return [] if self.is_tree else [panel for panel in self.room.panels if panel.is_shown]

    def _collect_controls(self) -> None:
        viewports: dict[str, Rect] = {}
        controls: list[Control] = []
        for panel in self._shown:
            own = panel.controls
            controls += own
            if isinstance(panel, Stack):
                viewports |= {control.name: panel.viewport for control in own}
        self.desk.controls.show_only(controls, viewports)

    def _follow_panels(self) -> None:
        for panel in () if self.is_tree else self.room.panels:
            panel.follow()

    # ---- Time ---------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """The picture may change every frame without any input."""
        desk = self.desk
        return desk.view.is_moving or self.session.is_busy or desk.ui.is_moving

    def seconds_to_change(self) -> float | None:
        """The next second of the timer, a tooltip that is to come, what a panel waits for."""
        panels = [panel.seconds_to_change() for panel in self._shown if isinstance(panel, Waits)]
        ui = self.desk.ui.seconds_to_change()
        waits = (self.session.seconds_to_change(), self.tips.seconds_to_come(), ui, *panels)
        return min((wait for wait in waits if wait is not None), default=None)

    def tick(self, now: float) -> None:
        """Let time pass up to ``now``."""
        desk, session = self.desk, self.session
        desk.follow_dialogs()
        was_moving, before = desk.view.is_moving, (desk.view.board, desk.view.goal)
        desk.view.advance(0.0 if self._now is None else now - self._now)
        self._now = desk.now = now
        for slide in session.tick(now):
            desk.view.slide(slide)
        self._let_be_heard()
        self._follow(is_tick=True)
        if was_moving or desk.view.is_moving or before != (desk.view.board, desk.view.goal):
            desk.ui.refresh()
        desk.ui.tick(now)
        self.tips.tick(now, desk.controls, is_covered=desk.is_covered)

    def _follow(self, *, is_tick: bool = False, rebuilds: bool = False) -> None:
        """Bring everything to what session and settings say.

        is_tick: slides were delivered, and the drawing of the board follows. rebuilds: an event may
        have changed what is not in the snapshot.
        """
        shown, before = self.session.snapshot(), self.desk.shown
        self.desk.shown = shown
        self.desk.follow_words()
        view = present_view(self.session)
        if is_tick and view.build is not None:
            self.desk.follow_board()
        if view is not self.view:
            self._enter(view)
        elif self.desk.follow_settings() or (not self.is_tree and self.room.shape != self._shape):
            self.resize(self.desk.size)
        elif self.is_tree:
            if shown is not before or rebuilds:
                self.desk.ui.rebuild()
        else:
            self._follow_panels()
            self._collect_controls()
            if self.desk.ui.is_covered:
                self.desk.ui.rebuild()

    def _enter(self, view: View) -> None:
        """Show another view; the keyboard stays on what both of them have."""
        desk, focused = self.desk, self.desk.controls.focused
        key = desk.ui.layers[0].focus if focused is None else focused.name
        desk.lose_pointer()
        self.view = view
        desk.follow_settings()
        self.resize(desk.size)
        desk.ui.layers[0].focus = key
        desk.controls.focus(next((c for c in desk.controls.controls if c.name == key), None))

    def _let_be_heard(self) -> None:
        """Sounds and the celebration, for what happened since the last frame."""
        settings = self.session.settings
        for happening in self.session.take_happenings():
            if not settings.is_muted:
                self.desk.sounds.play(happening, settings.volume)
            if happening is Happening.SOLVED and not settings.reduced_motion:
                self.desk.view.celebrate()

    # ---- Input --------------------------------------------------------------------------

    @property
    def is_over_control(self) -> bool:
        """The pointer is over something that can be used."""
        if self.desk.ui.is_covered or self.is_tree:
            return self.desk.ui.is_over_control
        over: object = self.desk.controls.hovered
        is_told_only = isinstance(over, Spot) and over.on_press is None
        return (over is not None and not is_told_only) or self.desk.view.hovered is not None

    def handle(self, event: Event) -> Next:
        """One event; what should come after it."""
        if event.type == pygame.QUIT:
            return Next.QUIT
        desk = self.desk
        action = find(desk, event.key, event.mod) if event.type == pygame.KEYDOWN else None
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONUP):
            desk.end_welcome()
        if action is not None and action.is_everywhere:
            action.do(desk)
        elif event.type == pygame.DROPFILE:
            take_file(desk, Path(event.file))
        elif event.type == pygame.DROPTEXT:
            take_text(desk, event.text)
        elif self.is_tree or desk.ui.is_covered:
            is_taken = desk.ui.handle(event)
            if action is not None and not is_taken:
                action.do(desk)
        else:
            self._handle(event, action)
        # a dialog that was opened or closed by this event stops or frees the timer at once
        desk.follow_dialogs()
        self._follow(rebuilds=event.type != pygame.MOUSEMOTION)
        after, desk.next = desk.next, Next.STAY
        return after

    def _handle(self, event: Event, action: Action | None) -> None:
        desk = self.desk
        if event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            desk.lose_pointer()
            return
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.tips.hush()
        is_taken = desk.controls.handle(event)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
            self._reveal_focus()
        if not is_taken or event.type in _ALWAYS_HEARD:
            # what lies over others hears first
            for panel in sorted(self._shown, key=lambda panel: not isinstance(panel, LiesOver)):
                if isinstance(panel, HandlesEvents) and panel.handle(event):
                    is_taken = True
                    break
        if event.type == pygame.KEYDOWN and not is_taken and action is not None:
            action.do(desk)

    def _reveal_focus(self) -> None:
        focused = self.desk.controls.focused
        for panel in self._shown:
            if focused is not None and isinstance(panel, Stack) and focused in panel.controls:
                panel.reveal(focused)

    # ---- Picture ------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        """The picture, from back to front."""
        desk, painter = self.desk, self.desk.painter
        for panel in self._shown:
            yield from panel.parts(painter)
        tip = self.tips.tip
        control = next((c for c in desk.controls.controls if c.name == self.tips.name), None)
        if tip is not None and control is not None:
            anchor = control.rect.inflate(*[2 * painter.px(RING_UNITS)] * 2)
            within = Rect((0, 0), desk.size)
            yield tooltip(painter, anchor, within, tip, self.room.spare)
        yield from desk.ui.parts()

    def _tip_of(self, name: str) -> Tip | None:
        for panel in self._shown:
            if isinstance(panel, HasTips) and any(c.name == name for c in panel.controls):
                return panel.tip(name)
        return None

    def close(self) -> None:
        """End what is under way in a dialog, and the session."""
        self.desk.ui.close_all()
        self.desk.sounds.close()
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
) -> PanelScreen:
    """The screen of a session; ``welcomes`` whom it sees for the first time."""
    desk = Window(
        session,
        load_theme,
        make_keymap,
        notice=notice,
        sounds=sounds,
        clipboard=clipboard,
        welcomes=welcomes,
    )
    return PanelScreen(desk, size)
