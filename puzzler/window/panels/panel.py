"""What a panel is: it lays itself out, follows the session, handles its controls, draws itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from pygame import Rect
from pygame.event import Event

from puzzler.window.common.actions import Action
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

Places = dict[str, Rect]
"""Rectangles by the names of what stands in them."""


class Panel(Protocol):
    """A part of a room. It is made with the desk, and told of everything else."""

    @property
    def name(self) -> str:
        """Tells it from the others of its room."""
        ...

    @property
    def is_shown(self) -> bool:
        """It has something to show now; where not, nothing else of it is asked."""
        ...

    def height(self, painter: Painter, width: int) -> int:
        """What it needs at this width, in pixels."""
        ...

    def place(self, painter: Painter, area: Rect) -> None:
        """Lay it out in ``area``."""
        ...

    def follow(self) -> None:
        """Bring it to what the session says; called after every event and every tick."""
        ...

    @property
    def controls(self) -> Sequence[Control]:
        """Those that are there, in Tab order, once it is placed."""
        ...

    def parts(self, painter: Painter) -> Iterable[Part]:
        """The picture, its controls included, from back to front."""
        ...


@runtime_checkable
class CanShrink(Protocol):
    """A panel that still serves with less than its height, where a column is full."""

    def least_height(self, painter: Painter, width: int) -> int:
        """What it cannot do without, in pixels."""
        ...


@runtime_checkable
class CanYield(Protocol):
    """A panel that is left out of a column that is full, unless that has to scroll all the same."""

    def yields(self) -> bool:
        """What it shows can be had elsewhere, and matters less just now."""
        ...


@runtime_checkable
class HasTips(Protocol):
    """A panel that says more about what the pointer rests on."""

    def tip(self, name: str) -> Tip | None:
        """About the control of that name; None where its words say it all."""
        ...


@runtime_checkable
class HandlesEvents(Protocol):
    """A panel that does more than its controls do."""

    def handle(self, event: Event) -> bool:
        """One event that no control took; True where it counts for nobody else."""
        ...


@runtime_checkable
class Waits(Protocol):
    """A panel that changes as time passes, though nothing else moves."""

    def seconds_to_change(self) -> float | None:
        """How long until it looks different; None where it will not by itself."""
        ...


@runtime_checkable
class LiesOver(HandlesEvents, Protocol):
    """A panel that lies over others: it hears of events before them."""

    lies_over: bool


MakePanel = Callable[[Window], Panel]


def drawn(desk: Window, painter: Painter, controls: Iterable[Control]) -> Iterator[Part]:
    """The controls of a panel as parts of the picture."""
    return (desk.controls.part(control, painter) for control in controls)


def action_button(desk: Window, action: Action, *, rank: Rank = Rank.QUIET) -> Button:
    """The button of a row of ``ACTIONS``."""
    rank = Rank.NORMAL if action.label and rank is Rank.QUIET else rank
    return Button(
        action.name, lambda: _do(action, desk), label=action.label, icon=action.icon, rank=rank
    )


def action_tip(desk: Window, action: Action) -> Tip:
    """Its tooltip: what it does, and its key."""
    return Tip(action.words, desk.keymap.hint(action.name))


def _do(action: Action, desk: Window) -> None:
    action.do(desk)
