"""The state that elements share: layers, focus, pointer, choices and what must be updated."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TypeVar

import pygame

from puzzler.window.toolkit.element import OUTSIDE, Element, Point, Touch
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.paint import Painter

State = TypeVar("State")


class Clipboard:
    """The clipboard of the system, if there is one."""

    def copy(self, text: str) -> bool:
        """Copy ``text`` to the clipboard. Return False if that is impossible."""
        with suppress(pygame.error, ValueError):  # no clipboard, or unsupported characters
            pygame.scrap.put_text(text)
            return True
        return False

    def paste(self) -> str | None:
        """The text of the clipboard; None if it is empty or missing."""
        with suppress(pygame.error, ValueError):
            return pygame.scrap.get_text() or None
        return None


@dataclass(kw_only=True)
class Layer:
    """One tree of elements: the view, a dialog or a menu."""

    build: Callable[[], Element]
    key: Hashable = None
    is_veiled: bool = False
    """Whether the layers below are darkened; true for dialogs, false for menus."""
    on_close: Callable[[], object] | None = None
    poll: Callable[[], bool] | None = None
    """Called every tick; returns True while the content may change without input."""
    focus: Hashable = None
    """The key of the focused control."""
    requested_focus: Hashable = None
    """The key of the control to be focused and scrolled into sight with the next update."""
    states: dict[Hashable, object] = field(default_factory=dict)
    """Scroll positions, carets and marks, by the keys of elements."""
    root: Element | None = None
    frame: Frame = field(default_factory=lambda: Frame(layer=0))


class Context:
    """The shared state that elements use while they are measured, placed, drawn and operated."""

    def __init__(
        self,
        painter: Painter,
        build: Callable[[], Element] = Element,
        clipboard: Clipboard | None = None,
    ) -> None:
        """build: creates the tree of the view."""
        self.painter = painter
        self.clipboard = clipboard or Clipboard()
        self.size: tuple[int, int] = (0, 0)
        """The size of the window in pixels."""
        self.layers = [Layer(build=build)]
        """The layers from bottom to top: the view first. Only the last one receives input."""
        self.pointer: Point = OUTSIDE
        self.hovered: Hashable = None
        """The key of the control under the pointer, in the topmost layer."""
        self.pressed: Hashable = None
        self.grip = 0
        """The part of the pressed control under the pointer; its meaning depends on the control."""
        self._placed: Layer | None = None
        self._choices: dict[Hashable, object] = {}
        self._reused: dict[Hashable, tuple[tuple[object, ...], Element]] = {}
        self.must_build = self.must_place = self.must_emit = True
        self.must_move: tuple[type[Element], ...] = ()
        """The classes of moving elements that are drawn again."""
        self.keeps_places = False
        """Whether reused elements keep their places."""
        self.now = 0.0
        """The time of this frame, in seconds."""
        self.wakes: dict[float, bool] = {}
        """Times of scheduled updates, in seconds, and whether the trees are rebuilt then."""

    # ---- What has changed ---------------------------------------------------------------

    def rebuild(self) -> None:
        """Request a rebuild of the trees."""
        self.must_build = True

    def relayout(self) -> None:
        """Request a new layout of the same trees."""
        self.must_place = True

    def refresh(self) -> None:
        """Request a redraw without a new layout."""
        self.must_emit = True

    def move(self, kind: type[Element]) -> None:
        """Request a redraw of the elements of this class in ``Frame.moving`` only."""
        self.must_move = *self.must_move, kind

    def wake_in(self, seconds: float, *, builds: bool = True) -> None:
        """Schedule a rebuild in ``seconds``, or only a redraw if ``builds`` is false.

        Use this for views that change with time. It has no effect on content cached by ``reuse``.
        """
        at = self.now + seconds
        self.wakes[at] = builds or self.wakes.get(at, False)

    # ---- State of the picture -----------------------------------------------------------

    def state(self, key: Hashable, make: Callable[[], State]) -> State:
        """The state of the element with this key. Created by ``make``; deleted with the layer."""
        states = (self._placed or self.top).states
        if key not in states:
            states[key] = make()
        return states[key]  # type: ignore[return-value]  # returned by ``make``

    def seconds_of(self, key: Hashable, value: Hashable) -> float:
        """Seconds since ``value`` was stored under ``key``; 0 for None. Stores a changed value.

        The time starts with the first tick after the change, because ticks may be far apart.
        """
        state = self.state(
            ("seconds of", key), lambda: SimpleNamespace(value=None, noticed=0.0, since=None)
        )
        if value != state.value:
            state.value, state.noticed, state.since = value, self.now, None
            self.wake_in(0.0)
        elif state.since is None and self.now != state.noticed:
            state.since = self.now
        return 0.0 if state.since is None or value is None else self.now - state.since

    @contextmanager
    def within(self, layer: int) -> Iterator[None]:
        """Context manager: ``state`` uses the layer of this number instead of the topmost layer."""
        before, layers = self._placed, self.layers[layer : layer + 1]
        self._placed = layers[0] if layers else None
        yield
        self._placed = before

    def choice(self, key: Hashable, default: State) -> State:
        """A stored choice that concerns only the display, such as the open tab."""
        return self._choices.get(key, default)  # type: ignore[return-value]  # stored by ``choose``

    def choose(self, key: Hashable, value: object) -> None:
        """Store a choice and rebuild the trees if it has changed."""
        if self._choices.get(key) == value:
            return
        self._choices[key] = value
        self._reused.clear()
        self.rebuild()

    def reuse(
        self, build: Callable[..., Element], *inputs: object, key: Hashable = None
    ) -> Element:
        """Return ``build(*inputs)``, or the element of the last call if the inputs are equal.

        Elements must depend only on their inputs. ``key`` distinguishes two uses of one function.
        ``choose`` discards all cached elements.
        """
        name = build, key
        before = self._reused.get(name)
        if before is None or before[0] != inputs:
            before = self._reused[name] = inputs, build(*inputs)
        else:
            before[1].is_reused = True
        return before[1]

    def touch(self, layer: int, control: Element) -> Touch:
        """The state of pointer and keyboard for ``control``."""
        is_top = layer == len(self.layers) - 1
        focus = self.layers[layer].focus
        is_over = is_top and control.is_enabled and control.key == self.hovered
        return Touch(
            self.pointer if is_over else None,
            is_top and control.key == self.pressed,
            is_top and focus is not None and control.key == focus,
        )

    # ---- Layers -------------------------------------------------------------------------

    def open(
        self,
        build: Callable[[], Element],
        key: Hashable = None,
        *,
        is_veiled: bool = True,
        on_close: Callable[[], object] | None = None,
        poll: Callable[[], bool] | None = None,
        focus: Hashable = None,
    ) -> None:
        """Open a dialog, or a menu if ``is_veiled`` is false.

        poll: called every tick; while it returns True, the dialog is rebuilt each time.
        """
        self.hovered = self.pressed = None
        self.layers.append(
            Layer(
                build=build, key=key, is_veiled=is_veiled, on_close=on_close, poll=poll, focus=focus
            )
        )
        self.must_build = True

    def close(self, key: Hashable = None) -> None:
        """Close the topmost layer, or the layer with this key and all layers above it."""
        keys = [layer.key for layer in self.layers[1:]]
        if key is not None and key not in keys:
            return
        first = len(self.layers) - 1 if key is None else 1 + keys.index(key)
        for layer in reversed(self.layers[max(1, first) :]):
            self.layers.remove(layer)
            if layer.on_close is not None:
                layer.on_close()
        self.hovered = self.pressed = None
        self.must_build = True

    def close_all(self) -> None:
        """Close all dialogs and menus."""
        while self.is_covered:
            self.close()

    def go_to(self, key: Hashable) -> None:
        """Focus the control with this key and scroll it into sight, with the next update."""
        self.top.requested_focus = key
        self.refresh()

    def focus(self, key: Hashable) -> None:
        """Focus the control with this key; None removes the focus."""
        if self.focused == key:
            return
        self.top.focus = key
        self.refresh()

    @property
    def focused(self) -> Hashable:
        """The key of the focused control."""
        return self.top.focus

    @property
    def is_covered(self) -> bool:
        """Whether a dialog or a menu is open."""
        return len(self.layers) > 1

    @property
    def top(self) -> Layer:
        """The topmost layer, which receives input."""
        return self.layers[-1]
