"""The user interface: builds the trees, dispatches events and returns the picture."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import cast

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from puzzler.window.toolkit.context import Layer
from puzzler.window.toolkit.control import Control
from puzzler.window.toolkit.element import OUTSIDE, Access, Element, Point
from puzzler.window.toolkit.field import Field
from puzzler.window.toolkit.frame import Frame, Part, Target
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.toolkit.theme import mix
from puzzler.window.toolkit.tooltip import TipContext

_VEIL_ALPHA = 150


class Ui(TipContext):
    """Pass events to ``handle`` and the time to ``tick``, and draw ``parts``.

    If nothing has changed, ``parts`` returns the same tuple and builds, measures and compares
    nothing. The trees are rebuilt after input that an element handled. After any other change call
    ``rebuild``.
    """

    _parts: tuple[Part, ...] = ()
    is_moving = False
    """Whether a dialog shows ongoing work and may change in every frame."""

    # ---- Description --------------------------------------------------------------------

    def resize(self, size: tuple[int, int], painter: Painter | None = None) -> None:
        """Set the size of the window in pixels, and another painter if the scale has changed."""
        if painter is not None and painter is not self.painter:
            self.painter.forget()
            self.painter = painter
            self._reused.clear()
            self.rebuild()
        self.size = size
        self.relayout()

    def find(self, key: Hashable) -> Element | None:
        """The element with this key in the topmost layer that contains the key."""
        self.update()
        targets = (t for layer in reversed(self.layers) for t in reversed(layer.frame.targets))
        return next((target.element for target in targets if target.element.key == key), None)

    def place_of(self, key: Hashable) -> Rect:
        """The rectangle of the element with this key, which must exist."""
        element = self.find(key)
        assert element is not None, f"{key} is not on the screen"
        return element.rect

    def is_in_sight(self, key: Hashable) -> bool:
        """Whether the element with this key exists and is completely visible."""
        self.update()
        target = self._target(key)
        if target is None:
            return False
        return target.clip is None or bool(target.clip.contains(target.element.rect))

    # ---- Picture ------------------------------------------------------------------------

    def update(self) -> None:
        """Build, place and emit what has changed."""
        for _ in range(4):  # placing can request another layout, for example to reveal the focus
            must_emit = self.must_build or self.must_place or self.must_emit
            if not (must_emit or self.must_move):
                return
            must_build, self.must_build = self.must_build, False
            self.keeps_places = not self.must_place
            must_place, self.must_place = self.must_place or must_build, False
            self.must_emit, moving, self.must_move = False, self.must_move, ()
            if must_build:
                self.wakes = {at: False for at, builds in self.wakes.items() if not builds}
            window = Rect((0, 0), self.size)
            for number, layer in enumerate(self.layers):
                self._placed = layer
                if must_build or layer.root is None:
                    layer.root = layer.build()
                if must_place or layer.root.rect != window:
                    layer.root.place(self, window)
                if must_emit or layer.root is None:
                    self._emit(number, layer)
                else:
                    layer.frame.emit_moving(self, moving)
            self._placed = None
            self._point()
            self._collect()

    def parts(self) -> tuple[Part, ...]:
        """All parts of the picture, from back to front."""
        self.update()
        return self._parts

    def _emit(self, number: int, layer: Layer) -> None:
        old_keys = {target.element.key for target in layer.frame.targets}
        frame = Frame(layer=number)
        assert layer.root is not None
        layer.root.emit(self, frame)
        layer.frame = frame
        keys = {target.element.key for target in frame.targets}
        if layer.focus is not None and layer.focus not in keys:
            layer.focus = None
        requested, layer.requested_focus = layer.requested_focus, None
        for target in frame.targets:
            element = target.element
            if not isinstance(element, Control):
                continue
            is_requested = element.key == requested is not None and _can_focus(element)
            if is_requested or (element.autofocus and element.key not in old_keys):
                layer.focus = element.key
                self.refresh()
                for scroll in _scrolls(target):
                    scroll.reveal(self, element.rect)

    def _collect(self) -> None:
        parts: list[Part] = []
        for number, layer in enumerate(self.layers):
            if number and layer.is_veiled:
                parts.append(self._veil(number))
            parts += layer.frame.all_parts()
        tip = self._tip_part()
        if tip is not None:
            parts.append(tip)
        self._parts = tuple(parts)

    def access_tree(self, title: str, live: str) -> Access:
        """The node of the window: its topmost layer and ``live``, a line announced on change."""
        root = self.top.root
        inner = [] if root is None else root.access_nodes(self)
        if len(self.layers) > 1:
            nodes = (each for access in inner for each in access.walk())
            name = next((each.name for each in nodes if each.role == "HEADING"), "")
            role, key = "DIALOG" if self.top.is_veiled else "MENU", ("layer", len(self.layers))
            inner = [Access(role=role, name=name, key=key, children=tuple(inner))]
        node = Access(role="LABEL", name=live, key="live line", is_live=True)
        window = Rect((0, 0), self.size)
        return Access(role="WINDOW", name=title, key="window", rect=window, children=(*inner, node))

    def _veil(self, number: int) -> Part:
        painter, window = self.painter, Rect((0, 0), self.size)

        def draw(surface: Surface) -> None:
            rest = 255 - _VEIL_ALPHA
            surface.fill((rest, rest, rest), special_flags=pygame.BLEND_RGB_MULT)
            shade = mix((0, 0, 0), painter.theme.shadow, _VEIL_ALPHA / 255)
            surface.fill(shade, special_flags=pygame.BLEND_RGB_ADD)

        return Part(("veil", number), window, painter.theme.shadow, draw)

    # ---- Pointer ------------------------------------------------------------------------

    @property
    def is_over_control(self) -> bool:
        """Whether the pointer is over a control that reacts to a press."""
        over = self._over(self.pointer)
        return isinstance(over, Control) and over.invites(self.pointer)

    @property
    def is_writing(self) -> bool:
        """Whether a text field is focused."""
        return isinstance(self._control(self.focused), Field)

    @property
    def writing_place(self) -> Rect | None:
        """The place of the control that takes typed text; None if there is none."""
        writer = self._writer
        return None if writer is None else writer.rect

    @property
    def _writer(self) -> Control | None:
        """The focused control if it takes text, or else the control of a dialog with autofocus."""
        focused = self._control(self.focused)
        if focused is not None and focused.takes_text:
            return focused
        elements = (target.element for target in self.top.frame.targets if self.top.is_veiled)
        controls = (each for each in elements if isinstance(each, Control) and each.takes_text)
        return next((each for each in controls if each.autofocus), None)

    def _write(self, text: str) -> bool:
        writer = self._writer
        # a space presses the focused control
        if writer is None or (self.focused not in (None, writer.key) and not text.strip()):
            return False
        self.focus(writer.key)
        writer.write(self, text)
        self.rebuild()
        return True

    def lose_pointer(self) -> None:
        """Update the hovered control after the pointer has left the window."""
        self.pointer, self.hovered, self.pressed = OUTSIDE, None, None
        self.refresh()

    def _point(self) -> None:
        """Update the hovered control after elements have moved."""
        over = self._over(self.pointer)
        hovered = None if over is None else over.key
        if hovered != self.hovered:
            self.hovered = hovered
            self.refresh()

    # ---- Events -------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Handle one event. Return True if the event needs no further handling."""
        self.update()
        if event.type == pygame.MOUSEMOTION:
            return self._motion(event.pos, is_free=not any(getattr(event, "buttons", ())))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            return self._release(event.pos)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(-event.y) or self.is_covered
        if event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self.lose_pointer()
        if event.type == pygame.TEXTINPUT:
            return self._write(event.text)
        if event.type == pygame.TEXTEDITING:
            field = self._control(self.focused)
            if isinstance(field, Field):
                field.compose(self, event.text)
                self.rebuild()
        if event.type == pygame.KEYDOWN:
            return self._key(event.key, event.mod) or self.is_covered
        return self.is_covered and event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYUP)

    def _motion(self, at: Point, *, is_free: bool) -> bool:
        """is_free: whether no button of the mouse is pressed."""
        start, self.pointer = self.pointer, at
        self._has_moved |= start != at
        pressed = self._control(self.pressed)
        if pressed is not None:
            pressed.drag(self, at)
            self.rebuild()
            return True
        self._point()
        hovered = self._control(self.hovered)
        if hovered is not None:
            self.refresh()  # the look can depend on the position of the pointer
            if is_free and hovered.is_enabled:
                hovered.hover(self, start, at)
        return self.is_covered or hovered is not None

    def _press(self, at: Point) -> bool:
        self.pointer = at
        self._point()
        self._suppress_tip()
        self._has_moved = False
        over = self._over(at)
        if self.top.is_veiled or not self.is_covered:  # a menu keeps the focus
            takes_text = isinstance(over, Control) and over.takes_text
            self.focus(over.key if over is not None and takes_text else None)
        if over is None:
            card = self.top.frame.card
            if self.is_covered and (card is None or not card.collidepoint(at)):
                self.close()
            return self.is_covered
        self.rebuild()
        if isinstance(over, Control) and over.is_enabled:
            self.pressed = over.key
            over.press(self, at)
        return True

    def _release(self, at: Point) -> bool:
        self.pointer = at
        pressed, self.pressed = self._control(self.pressed), None
        self.rebuild()
        if pressed is not None and pressed.is_enabled:
            pressed.release(self, at)
        return pressed is not None

    def _wheel(self, lines: float) -> bool:
        """Pass the wheel to the control under the pointer, then to its scroll containers."""
        over = self._over(self.pointer)
        if isinstance(over, Control) and over.is_enabled and over.wheel(self, lines, self.pointer):
            self.rebuild()
            return True
        targets = reversed(self.top.frame.targets)
        around = (scrolls for target in targets if (scrolls := _scrolls(target)))
        scrolls = next((s for s in around if s[-1].view.collidepoint(self.pointer)), ())
        return any(scroll.wheel(self, lines) for scroll in reversed(scrolls)) or any(
            turn(lines) for turn in reversed(self.top.frame.wheels)
        )

    def _key(self, key: int, mod: int) -> bool:
        layer, focused = self.top, self._control(self.focused)
        self._has_moved = False
        if key == pygame.K_TAB and not mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            if self.is_covered and not layer.is_veiled:
                self.close()  # closing a menu returns the focus
            else:
                self._walk(-1 if mod & pygame.KMOD_SHIFT else 1, layer.frame.targets)
            return True
        is_taken = (
            (focused is not None and focused.is_enabled and focused.key_down(self, key, mod))
            or (key == pygame.K_ESCAPE and self._escape())
            or any(take(key, mod) for take in reversed(layer.frame.keys))
            or (self.is_covered and self._dialog_key(key))
        )
        if is_taken:
            self.rebuild()
        return is_taken

    def _escape(self) -> bool:
        is_covered = self.is_covered
        self.close()
        return is_covered

    def _dialog_key(self, key: int) -> bool:
        """Handle Enter for the primary button, and the keys that scroll by pages."""
        frame = self.top.frame
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER) and frame.primary is not None:
            frame.primary()
            return True
        scroll = next((s[0] for s in map(_scrolls, frame.targets) if s), None)
        return scroll is not None and scroll.page_key(self, key)

    # ---- Focus --------------------------------------------------------------------------

    def _walk(self, step: int, targets: Sequence[Target]) -> None:
        """Focus the next enabled control of ``targets``. step: 1 forward, -1 back."""
        keys = [target.element.key for target in targets if _can_focus(target.element)]
        if self.focused in keys:
            self.go_to(keys[(keys.index(self.focused) + step) % len(keys)])
        elif keys:
            self.go_to(keys[0 if step > 0 else -1])

    # ---- Time ---------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Advance the time to ``now``, in seconds, and update tooltips and scheduled changes."""
        self.now = now
        was_moving = self.is_moving
        polls = [layer.poll() for layer in self.layers[1:] if layer.poll is not None]
        self.is_moving = any(polls)
        if self.is_moving or was_moving:
            self.rebuild()
        for at in [at for at in self.wakes if at <= now]:
            builds = self.wakes.pop(at)
            self.must_build |= builds
            self.must_emit |= not builds
        self._update_tip()

    def seconds_to_change(self) -> float | None:
        """Seconds until the picture changes without input; None if it will not change."""
        times = set(self.wakes)
        if self._tip_change is not None:
            times.add(self._tip_change)
        return max(0.001, min(times) - self.now) if times else None


def _can_focus(element: Element) -> bool:
    return isinstance(element, Control) and element.takes_focus and element.is_enabled


def _scrolls(target: Target) -> tuple[Scroll, ...]:
    return cast("tuple[Scroll, ...]", target.scrolls)
