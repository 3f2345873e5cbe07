"""The bar at the bottom: the track of an answer, how it is played, and how fast."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pygame import Rect

from puzzler.game.play.playback import FASTEST, SLOWEST, Playback
from puzzler.game.play.profile import distances_along, peaks
from puzzler.humanize import speed as speed_words
from puzzler.search.registry import ALGORITHMS
from puzzler.window.common.actions import Bar, actions, in_bar
from puzzler.window.layout import Grow, Size, inset, row
from puzzler.window.panels.panel import Places, action_button, action_tip, drawn
from puzzler.window.play.actions import is_editing
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.watch.actions import pauses_game
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import bar
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.profile import profile
from puzzler.window.widgets.slider import Slider
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_ROOMY = 940
_PROFILE = "Below it how far the tiles are from their places, in Manhattan distance"
_MOST_POINTS = 2048
"""Of the curve below the track: some for each pixel."""
_HANDLE_UNITS = 10
"""Half of a handle under the pointer."""
_SPEEDS = FASTEST / SLOWEST


class Transport:
    """A track that was left stays as a ghost: its handle, or Play, takes it up again."""

    name = "transport"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._places: Places = {}
        self._buttons: dict[str, Button] = {
            action.name: action_button(desk, action) for action in in_bar(Bar.TRACK)
        }
        self._buttons["pause"].rank = Rank.NORMAL
        self.track = Slider("track", self._seek, wheel_down_is_on=True)
        self._track: Playback | None = None
        self._revision = 0
        self._along: tuple[int, ...] = ()
        self.speed = Slider("speed", self._set_speed)
        self._controls: dict[str, Control] = {
            **self._buttons,
            "track": self.track,
            "speed": self.speed,
        }

    @property
    def is_shown(self) -> bool:
        """While tiles are placed by hand there is nothing to play."""
        return not is_editing(self._desk)

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(40) + 2 * painter.px(10)

    def place(self, painter: Painter, area: Rect) -> None:
        """The track has all that the others leave."""
        self._area = area
        room = inset(area, painter.px(16), painter.px(10))
        is_roomy = room.width >= painter.px(_ROOMY)
        target = painter.target(40)
        sizes: dict[str, Size] = {action.name: target for action in in_bar(Bar.TRACK)}
        if is_roomy:
            sizes["pause"] = painter.px(64)
        sizes |= {
            "track": Grow(),
            "position": painter.px(104),
            "speed": painter.px(150 if is_roomy else 104),
            "speed label": painter.px(60),
        }
        rects = row(room, list(sizes.values()), painter.px(10 if is_roomy else 5))
        self._places = dict(zip(sizes, rects, strict=True))
        for name, control in self._controls.items():
            control.rect = self._places[name]

    @property
    def controls(self) -> list[Control]:
        """From left to right."""
        return [self._controls[name] for name in self._places if name in self._controls]

    def follow(self) -> None:
        """The track and what can be done along it."""
        desk = self._desk
        for name, button in self._buttons.items():
            button.is_enabled = actions()[name].is_enabled(desk)
        is_moving = desk.watching is not None or pauses_game(desk)
        is_still = not is_moving or desk.session.activity.is_paused
        self._buttons["pause"].icon = "play" if is_still else "pause"
        track = desk.track
        position, total = (track.position, track.total) if track is not None else (0, 0)
        self.track.is_enabled = total > 0
        self.track.is_faint = desk.playback is None
        self.track.value = position / total if total else 0.0
        self.track.step = 1 / max(total, 1)
        self._follow_moves(track)
        speed = desk.session.settings.playback_speed
        self.speed.value = math.log(speed / SLOWEST) / math.log(_SPEEDS)

    def _follow_moves(self, track: Playback | None) -> None:
        """How far from home the tiles are along the track; anew where that becomes another."""
        run = self._desk.session.watch.runs.shown
        if track is None or run is None:
            self._track, self._along = None, ()
        elif track is not self._track or track.revision != self._revision:
            self._track, self._revision = track, track.revision
            along = distances_along(track.start, run.goal, track.moves)
            self._along = peaks(along, _MOST_POINTS)

    def tip(self, name: str) -> Tip | None:
        """Of the actions; of the track and the speed."""
        desk = self._desk
        if name == "pause" and pauses_game(desk):
            does = "Go on with" if desk.session.activity.is_paused else "Pause"
            return Tip(f"{does} the game", desk.keymap.hint("pause"))
        if name == "pause" and desk.watching is None and desk.session.watch.left is not None:
            words = f"Resume the answer of {desk.session.watch.left.method.title}"
            return Tip(words, desk.keymap.hint("pause"))
        if name == "track" and desk.track is not None:
            run = (
                desk.session.watch.runs.shown
                if desk.playback is not None
                else desk.session.watch.left
            )
            if run is None:
                return None
            return Tip(f"The answer of {run.method.title}. {_PROFILE}")
        if name == "speed":
            return Tip("Speed of the playback, in moves a second")
        return action_tip(desk, actions()[name]) if name in actions() else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The bar, the controls, position and speed."""
        yield bar(painter, "bottom bar", self._area, is_at_top=False)
        if len(self._along) > 1:
            yield profile(
                painter,
                "profile",
                self._profile(painter),
                self._along,
                self.track.left_at(self.track.value) if self._desk.playback is not None else 0,
            )
        yield from drawn(self._desk, painter, self.controls)
        theme, track = painter.theme, self._desk.track
        if track is not None:
            # an answer that may become better never gets longer
            run = self._desk.session.watch.runs.shown
            improves = run is not None and ALGORITHMS[run.method.algorithm].improves
            has_all = track.is_complete or improves
            more = "" if has_all else "+"
            yield label(
                painter,
                "position",
                self._places["position"],
                f"{track.position:,}/{track.total:,}{more}",
                color=theme.text if self._desk.playback is not None else theme.text_muted,
                face=Face.FIGURES,
                align=0.5,
            )
        yield label(
            painter,
            "speed label",
            self._places["speed label"],
            speed_words(self._desk.session.settings.playback_speed),
            color=theme.text,
            face=Face.FIGURES,
            align=1.0,
        )

    def _profile(self, painter: Painter) -> Rect:
        """Under the line of the track, as wide as its handle goes."""
        left, right = self.track.left_at(0), self.track.left_at(1)
        top = self.track.rect.centery + painter.px(_HANDLE_UNITS)
        bottom = self._area.bottom - painter.px(4)
        return Rect(left, top, right - left, bottom - top)

    def _seek(self, share: float) -> None:
        """Go to a share of the track; one that was left is taken up again."""
        desk = self._desk
        if desk.playback is None and desk.session.watch.left is not None:
            desk.session.watch.resume()
            if desk.watching is not None and not desk.watching.is_paused:
                desk.session.toggle_pause()
        if desk.watching is not None and desk.playback is not None:
            desk.watching.seek(round(share * desk.playback.total))

    def _set_speed(self, share: float) -> None:
        """From the slowest to the fastest, by ratio."""
        speed = SLOWEST * _SPEEDS**share
        self._desk.session.set_speed(round(speed, 1) if speed < 10 else round(speed))
