"""The bar at the bottom of Review: along what is shown, to mistakes, to what is shortest."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.play.playback import FASTEST, Replay
from puzzler.humanize import TIMES
from puzzler.humanize import speed as speed_words
from puzzler.window.common.actions import Action, Bar, actions, in_bar
from puzzler.window.layout import Grow, Size, inset, row
from puzzler.window.panels.panel import Places, action_button, action_tip, drawn
from puzzler.window.review.actions import TOO_LARGE, is_shortest_shown, is_too_large
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import bar
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.review_track import Course, ReviewTrack
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_FACTORS = (1.0, 2.0, 4.0, 8.0)
_SPEEDS = (2.0, 4.0, 8.0, 16.0, FASTEST)
_TRACK = "What was played; a wedge is a mistake. A shortest continuation runs below it"
_TRACK_UNITS = 160
"""What the track is to have before words have any."""
_LEAST_TRACK = 80
"""Pixels; a shorter track is left out: the curve is one, too."""
_BARS = (Bar.TRACK, Bar.MISTAKES, Bar.FROM_HERE)
_AS_PLAYED = "As it was played"


class ReviewBar:
    """Along the track of a review, or along what a card of the drill shows after an answer."""

    name = "review bar"
    is_shown = True

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._places: Places = {}
        self._buttons: dict[str, Button] = {
            action.name: action_button(desk, action) for place in _BARS for action in in_bar(place)
        }
        self._buttons["pause"].rank = Rank.NORMAL
        self.pace = Button("pace", self._turn_pace, units=13)
        self.track = ReviewTrack("track", self._seek, self._seek_ghost)

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(40) + 2 * painter.px(10)

    def place(self, painter: Painter, area: Rect) -> None:
        """From the left what goes along the track, at the right what to do from here."""
        self._area = area
        is_compact = self._desk.is_compact
        room = inset(area, painter.px(16 if not is_compact else 8), painter.px(10))
        target, gap = painter.target(40), painter.px(10 if not is_compact else 4)
        along = [*in_bar(Bar.TRACK), *self._of_review(Bar.MISTAKES)]
        sizes: dict[str, Size] = {action.name: target for action in along}
        sizes |= {
            "pace": max(target, painter.px(60)),
            "position": painter.px(96 if not is_compact else 76),
            "track": Grow(),
        }
        wide = {
            a.name: self._buttons[a.name].width(painter) for a in self._of_review(Bar.FROM_HERE)
        }
        taken = sum(size for size in sizes.values() if isinstance(size, int))
        names = [*sizes, *wide]
        rest = room.width - taken - gap * (len(names) - 1)
        if rest - painter.px(_TRACK_UNITS) < sum(wide.values()):
            # where words find no room, icons say it alone
            wide = dict.fromkeys(wide, target)
        if rest < sum(wide.values()):
            del sizes["position"]
        sizes |= wide
        rects = row(room, list(sizes.values()), gap)
        self._places = dict(zip(sizes, rects, strict=True))
        for name, button in self._buttons.items():
            if name in self._places:
                button.rect = self._places[name]
        self.pace.rect = self._places["pace"]
        self.track.place(painter, self._places["track"])

    def _of_review(self, place: Bar) -> list[Action]:
        """What cannot be done along the answer to a card."""
        return in_bar(place) if self._desk.reviewing is not None else []

    @property
    def controls(self) -> list[Control]:
        """From left to right."""
        every: dict[str, Control] = {**self._buttons, "pace": self.pace}
        if self._places["track"].width >= _LEAST_TRACK:
            every["track"] = self.track
        return [every[name] for name in self._places if name in every]

    def follow(self) -> None:
        """What can be done from here."""
        desk, playback = self._desk, self._desk.playback
        for name, button in self._buttons.items():
            button.is_enabled = actions()[name].is_enabled(desk)
        is_playing = playback is not None and playback.is_playing
        self._buttons["pause"].icon = "pause" if is_playing else "play"
        shortest = self._buttons["shortest-from-here"]
        shortest.label = _AS_PLAYED if is_shortest_shown(desk) else actions()[shortest.name].label
        shortest.icon = "undo" if is_shortest_shown(desk) else actions()[shortest.name].icon
        if isinstance(playback, Replay) and playback.is_timed:
            self.pace.label = f"{playback.factor:g}{TIMES}"
        else:
            self.pace.label = speed_words(self._speed)
        self.pace.is_enabled = self.track.is_enabled = playback is not None
        self.track.course = self._course

    def tip(self, name: str) -> Tip | None:
        """Of the actions; of the pace."""
        desk, playback = self._desk, self._desk.playback
        if name == "track":
            return None if playback is None else Tip(_TRACK)
        if name == "pace":
            if isinstance(playback, Replay) and playback.is_timed:
                return Tip("How many times as fast as it was played: click for another pace")
            return Tip("How many moves a second are shown: click for another pace")
        if name == "shortest-from-here" and is_shortest_shown(desk):
            return Tip("Back to what was played", desk.keymap.hint(name))
        if name == "shortest-from-here" and is_too_large(desk):
            return Tip(TOO_LARGE)
        return action_tip(desk, actions()[name]) if name in actions() else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The bar, the buttons, and how far along one is."""
        yield bar(painter, "bottom bar", self._area, is_at_top=False)
        yield from drawn(self._desk, painter, self.controls)
        playback = self._desk.playback
        if playback is not None and "position" in self._places:
            yield label(
                painter,
                "position",
                self._places["position"],
                f"{playback.position:,}/{playback.total:,}",
                color=painter.theme.text,
                face=Face.FIGURES,
                align=0.5,
            )

    @property
    def _course(self) -> Course:
        """Where one is on which track."""
        reviewing, playback = self._desk.reviewing, self._desk.playback
        if reviewing is None:
            return Course(0, 0) if playback is None else Course(playback.total, playback.position)
        ghost = reviewing.state().shortest
        return Course(
            reviewing.state().track.total,
            reviewing.position,
            reviewing.review.mistakes,
            None if ghost is None else (ghost.total, ghost.position),
        )

    def _seek(self, position: int) -> None:
        """Along what was played; the continuation goes."""
        if self._desk.reviewing is not None:
            self._desk.reviewing.seek(position)
        else:
            self._desk.seek(position)

    def _seek_ghost(self, position: int) -> None:
        self._desk.seek(position)

    @property
    def _speed(self) -> float:
        """Moves a second."""
        playback = self._desk.playback
        return self._desk.session.settings.playback_speed if playback is None else playback.speed

    def _turn_pace(self) -> None:
        """The next faster one, past the fastest the slowest."""
        playback = self._desk.playback
        if isinstance(playback, Replay) and playback.is_timed:
            playback.factor = _next(playback.factor, _FACTORS)
        elif playback is not None:
            playback.speed = _next(playback.speed, _SPEEDS)
            self._desk.session.set_speed(playback.speed)


def _next(value: float, values: tuple[float, ...]) -> float:
    """The first that is greater; the least where there is none."""
    return next((each for each in values if each > value + 0.01), values[0])
