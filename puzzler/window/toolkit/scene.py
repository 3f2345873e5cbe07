"""Incremental drawing: only the parts of the picture that have changed are drawn again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple

from pygame import Rect, Surface

_MAX_DAMAGES = 64


class Part(NamedTuple):
    """One part of the picture, for one frame."""

    key: Hashable
    """Identifies the part in successive frames."""
    bounds: Rect
    """Contains everything that the part draws."""
    look: Hashable
    """If it equals the look of the last frame, the pixels are unchanged."""
    draw: Callable[[Surface], None]


class Scene:
    """Draws parts over a background, from back to front, and remembers the drawn parts."""

    def __init__(self, draw_ground: Callable[[Surface, Rect], object]) -> None:
        """draw_ground: draws the background within a rectangle."""
        self._draw_ground = draw_ground
        self._shown: dict[Hashable, tuple[Rect, Hashable]] = {}
        self._is_blank = True

    def update(self, surface: Surface, parts: Iterable[Part]) -> list[Rect]:
        """Redraw the changed parts of ``surface``. Return the redrawn rectangles."""
        parts = list(parts)
        shown = {part.key: (part.bounds, part.look) for part in parts}
        window = surface.get_rect()
        # new parts on top are drawn over the surface: a dialog that opens needs no redraw below it
        split = len(parts)
        while split and not self._is_blank and parts[split - 1].key not in self._shown:
            split -= 1
        lower, upper = parts[:split], parts[split:]
        before = {part.key: shown[part.key] for part in lower} if upper else shown
        damages = [window] if self._is_blank else _merged(self._changed(before), window)
        for damage in damages:
            self._draw_ground(surface, damage)
        for part in lower:
            for index in part.bounds.collidelistall(damages):
                surface.set_clip(damages[index])
                part.draw(surface)
        for part in upper:
            surface.set_clip(part.bounds.clip(window))
            part.draw(surface)
        surface.set_clip(None)
        self._shown, self._is_blank = shown, False
        return _merged([*damages, *(part.bounds for part in upper)], window) if upper else damages

    def _changed(self, shown: dict[Hashable, tuple[Rect, Hashable]]) -> list[Rect]:
        rects = []
        for key, (bounds, look) in shown.items():
            before = self._shown.get(key)
            if before is None:
                rects.append(bounds)
            elif before != (bounds, look):
                rects.append(bounds if before[0] == bounds else bounds.union(before[0]))
        rects += [bounds for key, (bounds, _) in self._shown.items() if key not in shown]
        return rects


def _merged(rects: list[Rect], window: Rect) -> list[Rect]:
    """Merge rectangles into a few that do not overlap and cover at least the same area."""
    merged: list[Rect] = []
    for rect in rects:
        grown = rect.clip(window)
        if grown.width == 0 or grown.height == 0:
            continue
        while (hit := grown.collidelist(merged)) >= 0:
            grown = grown.union(merged.pop(hit))
        merged.append(grown)
    return merged if len(merged) <= _MAX_DAMAGES else [merged[0].unionall(merged[1:])]


def clip(part: Part, window: Rect) -> Iterator[Part]:
    """Yield ``part`` clipped to ``window``, or nothing if it is outside."""
    bounds = part.bounds.clip(window)
    if not bounds.width or not bounds.height:
        return

    def draw(surface: Surface) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(window))
        part.draw(surface)
        surface.set_clip(clip)

    # the look includes the offset, because after scrolling the same bounds can show other content
    yield Part(part.key, bounds, (part.look, part.bounds.topleft), draw)
