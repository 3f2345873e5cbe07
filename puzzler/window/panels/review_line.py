"""Below the board of a review: where one is, how many moves are left, and what was played next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.review.reviewing import Reviewing
from puzzler.humanize import counted, listed, sentence
from puzzler.window.layout import Grow, Size, column, inset, row
from puzzler.window.panels.panel import Places
from puzzler.window.review.actions import is_too_large
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import figure, figure_rows, label
from puzzler.window.widgets.notice import Notice, least_height
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_FIGURE_UNITS = 24
_WIDTHS = {"move": 150, "left": 150, "lost": 110}
_COMPACT_WIDTHS = {"left": 88, "lost": 66}
"""In a compact window the bar at the bottom says where one is."""


class ReviewLine:
    """Three figures, and a line about the move that was played from here."""

    name = "review line"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._places: Places = {}
        self._notice = Notice("told")
        self._heard: tuple[str, object] = "", None

    @property
    def is_shown(self) -> bool:
        """A play is reviewed."""
        return self._desk.reviewing is not None

    def height(self, painter: Painter, width: int) -> int:
        """Two lines, and one where room is scarce; the words may take two."""
        if self._desk.is_compact:
            return max(painter.px(36), least_height())
        return sum(figure_rows(painter, _FIGURE_UNITS)) + painter.px(3) + painter.px(44)

    def place(self, painter: Painter, area: Rect) -> None:
        """Three figures above the words, or all in one line."""
        if self._desk.is_compact:
            inner = inset(area, painter.px(4), 0)
            widths: dict[str, Size] = {n: painter.px(u) for n, u in _COMPACT_WIDTHS.items()}
            if inner.width < painter.px(360):
                del widths["lost"]
            widths["words"] = Grow()
            rects = row(inner, list(widths.values()), painter.px(6))
            self._places = dict(zip(widths, rects, strict=True))
        else:
            above, words = column(area, [Grow(), painter.px(40)], painter.px(4))
            sizes = [painter.px(units) for units in _WIDTHS.values()]
            rects = row(above, [Grow(), *sizes, Grow()], painter.px(8))[1:-1]
            self._places = dict(zip(_WIDTHS, rects, strict=True)) | {"words": words}
        self._notice.rect = self._places["words"]
        self._notice.align = 1.0 if self._desk.is_compact else 0.5

    def follow(self) -> None:
        """What was said, until one goes on from where it was; then what is to be seen here."""
        desk, reviewing = self._desk, self._desk.reviewing
        if reviewing is None:
            self._heard = "", None
            return
        place = id(reviewing), reviewing.position, reviewing.state().timeline.position
        line = desk.line
        if line != self._heard[0]:
            self._heard = line, place
        is_new = bool(line) and self._heard[1] == place
        self._notice.words = sentence(line) if is_new else _told(desk, reviewing)

    @property
    def controls(self) -> Sequence[Control]:
        """The words, where they are longer than their room: a tooltip has them then."""
        return [self._notice] if self._notice.is_cut(self._desk.painter) else []

    def tip(self, name: str) -> Tip | None:
        """All of it."""
        return Tip(self._notice.words)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Figures and words."""
        reviewing = self._desk.reviewing
        if reviewing is None:
            return
        for name, (caption, value) in _figures(reviewing).items():
            if name not in self._places or not value:
                continue
            if self._desk.is_compact:
                yield label(
                    painter,
                    name,
                    self._places[name],
                    f"{value} {caption.lower()}",
                    color=painter.theme.text,
                    face=Face.FIGURES,
                )
            else:
                yield figure(
                    painter,
                    name,
                    self._places[name],
                    caption,
                    value,
                    units=_FIGURE_UNITS,
                    value_units=None if len(value) < 9 else 18,
                    align=0.5,
                )
        yield self._notice.part(painter)


def _figures(reviewing: Reviewing) -> dict[str, tuple[str, str]]:
    """(caption, value) of the move, of what is left, and of what was lost up to here."""
    review, position = reviewing.review, reviewing.position
    total = len(review.moves)
    ghost = reviewing.state().shortest
    if ghost is not None:
        here = f"{ghost.position:,}/{ghost.total:,}"
        left = f"{ghost.total - ghost.position:,}"
        caption = "Move of the shortest"
    else:
        caption, here = "Move", f"{position:,}/{total:,}"
        least, most = review.ends[position]
        left = f"{least:,}" if least == most else f"{least:,}+"
        if most is not None and least != most:
            left = f"{least:,}\N{EN DASH}{most:,}"
    lost = ""
    distance, shortest = review.distance(position), review.shortest
    if distance is not None and shortest is not None:
        lost = f"{position + distance - shortest:,}"
    return {"move": (caption, here), "left": ("Left", left), "lost": ("Lost", lost)}


def _told(desk: Window, reviewing: Reviewing) -> str:
    """What was played from here, and what would have been shortest."""
    if reviewing.state().shortest is not None:
        return f"A shortest continuation after {counted(reviewing.position, 'move')}"
    move, board = reviewing.state().played_move, reviewing.board
    if move is None:
        return "Solved" if reviewing.review.is_solved else "This is where the moves end"
    played = _tile(desk, board.tiles[board.target(move)])
    first = reviewing.state().first_moves
    if first is None and is_too_large(desk):
        return f"{played} was played"
    if first is None:
        is_mistake = reviewing.position in reviewing.review.mistakes
        words = "that lost 2 moves" if is_mistake else "not proven yet what that was worth"
        return f"{played} was played: {words}"
    others = [_tile(desk, board.tiles[board.target(m)]) for m in sorted(first) if m is not move]
    if move in first:
        also = f"; so would {listed(others, 'or').lower()} have been" if others else ""
        return f"{played} was played: a shortest move{also}"
    return f"{played} was played, which lost 2 moves; shortest is {listed(others, 'or').lower()}"


def _tile(desk: Window, tile: int) -> str:
    """A tile by what is on it; by its number where it carries a picture."""
    return f"Tile {desk.view.skin.words(tile) or tile}"
