"""The splits of a relay: a column for each of its boards, with its time and moves."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect, Surface

from puzzler.game.play.relay import STAGES, RelayState
from puzzler.humanize import NOTHING, TIMES, counted, precise_time
from puzzler.window.layout import Grow, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part


def splits_height(painter: Painter) -> int:
    """Three lines."""
    return sum(_lines(painter))


def splits(painter: Painter, area: Rect, relay: RelayState) -> Iterator[Part]:
    """One column each; the board that is played now is the bright one."""
    places = row(area, [Grow()] * len(STAGES), painter.px(8))
    for number, (place, (rows, columns)) in enumerate(zip(places, STAGES, strict=True)):
        solved = relay.splits[number] if number < len(relay.splits) else None
        time = NOTHING if solved is None else precise_time(solved.seconds)
        moves = "" if solved is None else counted(solved.moves, "move")
        is_present = number == relay.stage and not (relay.is_complete or relay.is_ended)
        said = (f"{rows}{TIMES}{columns}", "now" if is_present else time, moves)
        yield _split(painter, number, place, said, is_bright=is_present or solved is not None)


def _split(
    painter: Painter, number: int, area: Rect, said: tuple[str, str, str], *, is_bright: bool
) -> Part:
    def draw(surface: Surface) -> None:
        theme, top = painter.theme, area.top
        ink = theme.text if is_bright else theme.text_muted
        looks = (
            (Face.STRONG, 13.0, theme.text_muted),
            (Face.FIGURES, 15.0, ink),
            (Face.BODY, 12.0, theme.text_muted),
        )
        lines = zip(said, looks, _lines(painter), strict=True)
        for words, (face, units, color), height in lines:
            place = Rect(area.left, top, area.width, height)
            size = painter.type_size(units)
            painter.write(surface, words, face, size, color, place, align=0.5)
            top += height

    return Part(("split", number), area, (said, is_bright), draw)


def _lines(painter: Painter) -> tuple[int, int, int]:
    return painter.type_size(18), painter.type_size(21), painter.type_size(17)
