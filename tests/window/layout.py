"""Checks that no element of a layout is clipped, overlapping or too small."""

from __future__ import annotations

import itertools

from pygame import Rect

from puzzler.window.toolkit.control import Control
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At, Fit, Group, Pages, Stack
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from puzzler.window.toolkit.scroll import Scroll
from tests.window.conftest import Driven

SIZES = [
    (480, 360),
    (640, 480),
    (800, 600),
    (1024, 600),
    (600, 900),
    (800, 1200),
    (1024, 768),
    (1280, 500),
    (1280, 800),
    (1366, 768),
    (1920, 1080),
    (2560, 1080),
    (3840, 2160),
]
FEW_SIZES = [(480, 360), (640, 480), (600, 900), (1280, 500), (1920, 1080)]
"""The smallest and largest windows."""


def check_layout(window: Driven) -> None:
    window.ui.update()
    root = window.ui.layers[0].root
    _check(root, Rect((0, 0), window.ui.size))


def _check(element: Element, room: Rect) -> None:
    name = element.key or type(element).__name__
    assert room.contains(element.rect), (name, element.rect, room)
    if isinstance(element, Control):
        assert min(element.rect.size) >= SMALLEST_TARGET, (name, element.rect)
    if isinstance(element, Text) and element.text:
        assert element.rect.height >= 12, (name, element.text)
    if isinstance(element, Scroll):
        child = element.child.rect
        assert element.rect.left <= child.left and child.right <= element.rect.right, name
        _check(element.child, child)
    if isinstance(element, Group):
        shown = element.shown
        for child in shown:
            _check(child, element.rect)
        if not isinstance(element, At | Fit | Pages | Stack):
            for one, other in itertools.combinations(shown, 2):
                assert not one.rect.colliderect(other.rect), (one.key, other.key, name)
