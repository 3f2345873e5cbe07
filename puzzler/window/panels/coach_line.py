"""What the coach says of the board, in one line; and quietly, what the last move has lost."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.coach.line import CoachLine as Said
from puzzler.humanize import sentence
from puzzler.window.lapse import Lapse
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.label import label
from puzzler.window.window import Window

STAYS_SECONDS = 2.0
"""How long it is said what a move has lost, before that fades."""
FADES_SECONDS = 0.6
_SHADES = 8
_UNITS = 15
_GAP_UNITS = 14


class CoachLine:
    """A part of the status: its room is there as long as the coach is on, so that nothing jumps."""

    def __init__(self, desk: Window) -> None:
        self.rect = Rect(0, 0, 0, 0)
        self.align = 0.5
        self._desk = desk
        self._said: Said | None = None
        self._lapse = Lapse()

    @property
    def is_on(self) -> bool:
        """The coach is asked to speak."""
        return self._desk.session.settings.coach

    def height(self, painter: Painter) -> int:
        """One line."""
        return painter.type_size(_UNITS * 1.6)

    def follow(self) -> None:
        """A move that loses something is spoken of from when that is known."""
        session = self._desk.session
        self._said = said = session.snapshot().coach.line if self.is_on else None
        lost = said.last_lost if said is not None else 0
        self._lapse.follow(
            (session.activity.play.move_count, session.activity.board, lost) if lost else None,
            self._desk.now,
        )

    @property
    def _strength(self) -> float:
        """How well the remark about the last move is seen, 0 to 1."""
        if self._said is None or not self._said.last_lost:
            return 0.0
        gone = self._lapse.seconds(self._desk.now) - STAYS_SECONDS
        if self._desk.session.settings.reduced_motion:
            return 1.0 if gone < FADES_SECONDS else 0.0
        return max(0.0, min(1.0, 1 - gone / FADES_SECONDS))

    def seconds_to_change(self) -> float | None:
        """While the remark is there it will fade, step by step."""
        if not self._strength:
            return None
        stays = STAYS_SECONDS - self._lapse.seconds(self._desk.now)
        return max(stays, FADES_SECONDS / _SHADES)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The line where it always is, and the remark beside it."""
        said = self._said
        if said is None:
            return
        theme, size = painter.theme, painter.type_size(_UNITS)
        words = sentence(said.text)
        yield label(
            painter,
            "coach line",
            self.rect,
            words,
            color=theme.text,
            units=_UNITS,
            face=Face.STRONG,
            align=self.align,
        )
        shade = round(self._strength * _SHADES)
        if not shade:
            return
        place = self._remark(painter, painter.text_width(words, Face.STRONG, size))
        remarks = (f"That move lost {said.last_lost:,}", f"{said.last_lost:,} lost")
        fitting = (w for w in remarks if painter.fits(w, Face.BODY, size, place.width))
        yield label(
            painter,
            "coach remark",
            place,
            next(fitting, remarks[-1]),
            color=mix(theme.ground, theme.accent, shade / _SHADES),
            units=_UNITS,
            align=0.0 if self.align < 1 else 1.0,
        )

    def _remark(self, painter: Painter, width: int) -> Rect:
        """Right of the line; left of it where that stands at the right."""
        gap, rect = painter.px(_GAP_UNITS), self.rect
        if self.align == 1:
            return Rect(rect.left, rect.top, max(0, rect.width - width - gap), rect.height)
        left = rect.left + round((rect.width - width) * self.align) + width + gap
        return Rect(left, rect.top, max(0, rect.right - left), rect.height)
