"""The card of a solve: what it came to, and what can be done next.

It stops nothing: any action goes on without it, and Escape or its cross puts it away.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from puzzler.game.play.finish import Finish
from puzzler.window import finish_words
from puzzler.window.common.actions import actions
from puzzler.window.lapse import Lapse
from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.panels.panel import action_tip, drawn
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import Color
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import card
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.splits import splits, splits_height
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

APPEARS_SECONDS = 0.3
"""After the last slide: the wave through the tiles, or most of the last piece, has been seen."""
_MOST_OF_TRAY = 0.62
"""Of the tray's height: the finished picture is never hidden wholly."""
_BELOW_UNITS = 36
"""How far below the board it may reach where the board is very low."""
_WIDTH_UNITS = 490
_HEAD_UNITS = 25
_LINE_UNITS = 15
_STEPS = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1}
_WORDS = {
    "new": ("New", "New"),
    "restart": ("Same board again", "Same again"),
    "relay": ("Another relay", "Another"),
    "view-review": ("Review", "Review"),
    "watch-shortest": ("Watch a shortest solution", "See shortest"),
}
"""By its action, what stands on each button: in full, and where room is scarce."""


class FinishCard:
    """Over the lower part of the board, from shortly after the solve until the next action."""

    name = "finish card"
    lies_over = True

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self.rect = Rect(0, 0, 0, 0)
        self._places: dict[str, Rect] = {}
        self._lapse = Lapse()
        self._is_away = False
        self._was_shown = False
        self._cross = Button("put away", self._put_away, icon="close", rank=Rank.QUIET)
        self._buttons = {
            name: Button(f"finish {name}", partial(self._do, name), units=14) for name in _WORDS
        }
        self._buttons["new"].rank = Rank.PRIMARY

    # ---- When it is there ---------------------------------------------------------------

    @property
    def finish(self) -> Finish | None:
        """What it tells of."""
        return self._desk.session.snapshot().play.finish

    @property
    def is_shown(self) -> bool:
        """A hand has just solved the board, and the moment of it has passed."""
        return self._is_to_come and self._left_to_wait <= 0

    @property
    def _offered(self) -> dict[str, Button]:
        """The buttons of what can be done now, by their actions."""
        is_relay = self.finish is not None and self.finish.relay is not None
        left_out = {"restart", "watch-shortest"} if is_relay else {"relay"}
        return {
            name: button
            for name, button in self._buttons.items()
            if name not in left_out and actions()[name].is_enabled(self._desk)
        }

    def seconds_to_change(self) -> float | None:
        """It comes a little after the solve."""
        return self._left_to_wait if self._is_to_come and not self.is_shown else None

    @property
    def _is_to_come(self) -> bool:
        return self.finish is not None and not self._is_away

    @property
    def _left_to_wait(self) -> float:
        wait = 0.0 if self._desk.session.settings.reduced_motion else APPEARS_SECONDS
        return wait - self._lapse.seconds(self._desk.now)

    def follow(self) -> None:
        """Wait from the solve on; once it is there the keyboard is on its first button."""
        desk = self._desk
        self._lapse.follow(self.finish is not None or None, desk.now)
        self._is_away &= self.finish is not None
        if self.is_shown:
            self._arrange()
            if not self._was_shown:
                desk.view.hovered = None
                desk.controls.focus(self._buttons["new"])
        self._was_shown = self.is_shown

    def _put_away(self) -> None:
        self._is_away = True
        self._desk.controls.clear_focus()

    def _do(self, name: str) -> None:
        self._desk.controls.clear_focus()
        actions()[name].do(self._desk)

    # ---- Where everything is ------------------------------------------------------------

    def height(self, painter: Painter, width: int) -> int:
        """None of its own: it lies over the board."""
        return 0

    def place(self, painter: Painter, area: Rect) -> None:
        """It finds its place on the board whenever that changes."""

    def _arrange(self) -> None:
        """As large as it likes where that leaves enough of the board, else as small as it can."""
        painter, view = self._desk.painter, self._desk.view
        tray = view.geometry.tray
        self._set_out(painter, view.area, is_low=False)
        if self.rect.height > tray.height * _MOST_OF_TRAY:
            self._set_out(painter, view.area, is_low=True)

    def _set_out(self, painter: Painter, area: Rect, *, is_low: bool) -> None:
        """Place everything at the lower edge of the tray, in the middle of it."""
        tray = self._desk.view.geometry.tray
        margin, gap = painter.px(10 if is_low else 20), painter.px(8)
        offered = self._offered
        for name, button in offered.items():
            button.label, button.icon, button.hint = _WORDS[name][1], "", ""
        most = min(area.width, painter.px(_WIDTH_UNITS))
        most = most if is_low else min(most, tray.width - painter.px(12))
        widths = [button.width(painter) for button in offered.values()]
        in_one_row = sum(widths) + gap * (len(widths) - 1) + 2 * margin
        is_one_row = is_low and in_one_row <= area.width
        size = painter.type_size(_LINE_UNITS)
        said = [
            painter.text_width(w, face, size) + 2 * margin for w, face, _ in self._said(painter)
        ]
        width = min(area.width, max(most, *said, in_one_row if is_one_row else 0))
        rows = 1 if is_one_row else -(-len(widths) // 2)
        head, line = painter.target(_HEAD_UNITS + 9), painter.type_size(_LINE_UNITS * 1.5)
        heights = {"head": head}
        heights |= {f"line {number}": line for number in range(len(self._said(painter)))}
        if self.finish is not None and self.finish.relay is not None:
            heights["splits"] = splits_height(painter)
        heights["space"] = painter.px(4 if is_low else 10)
        heights |= {f"row {number}": painter.target(40) + gap for number in range(rows)}
        height = sum(heights.values()) - gap + 2 * margin
        self.rect = Rect(0, 0, width, height)
        self.rect.midbottom = tray.centerx, tray.bottom - painter.px(4 if is_low else 14)
        self.rect.clamp_ip(area.union(tray))
        if is_low:  # what is below the board says the same
            excess = height - round(tray.height * _MOST_OF_TRAY)
            self.rect.top += max(0, min(painter.px(_BELOW_UNITS), excess))
        inner = inset(self.rect, margin)
        inner.height += gap
        self._places = dict(zip(heights, column(inner, list(heights.values())), strict=True))
        self._places["head"], self._cross.rect = row(
            self._places["head"], [Grow(), painter.target(32)]
        )
        self._place_buttons(rows, gap)

    def _place_buttons(self, rows: int, gap: int) -> None:
        painter, names = self._desk.painter, list(self._offered)
        in_a_row = -(-len(names) // rows)
        for number in range(rows):
            line = self._places[f"row {number}"]
            line.height -= gap
            some = names[number * in_a_row : (number + 1) * in_a_row]
            widths = [self._buttons[name].width(painter) if rows == 1 else 1 for name in some]
            for name, rect in zip(some, row(line, [*map(Grow, widths)], gap), strict=True):
                self._buttons[name].rect = rect
                self._word(name, painter)

    def _word(self, name: str, painter: Painter) -> None:
        """As many words as there is room for, then an icon, then the key."""
        button, (full, short) = self._buttons[name], _WORDS[name]
        for words, icon in ((full, actions()[name].icon), (full, ""), (short, "")):
            button.label, button.icon = words, icon
            if button.width(painter) <= button.rect.width:
                break
        button.hint = self._desk.keymap.hint(name)

    # ---- Input --------------------------------------------------------------------------

    @property
    def controls(self) -> list[Control]:
        """Its buttons, then the cross."""
        return [*self._offered.values(), self._cross]

    def tip(self, name: str) -> Tip | None:
        """Of what has no words, or fewer than it needs; the others say it all."""
        if name == "put away":
            return Tip("Put this away", "Esc")
        action = name.removeprefix("finish ")
        if action not in self._buttons or self._buttons[action].label == _WORDS[action][0]:
            return None
        return action_tip(self._desk, actions()[action])

    def handle(self, event: Event) -> bool:
        """Escape puts it away, arrows walk along its buttons; a press on it goes no further."""
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            return False
        is_over = self.rect.collidepoint(event.pos) and not self._desk.view.is_held
        if is_over:
            self._desk.view.hovered = None
        return is_over

    def _key(self, event: Event) -> bool:
        controls, own = self._desk.controls, [c for c in self.controls if c.is_enabled]
        if event.key == pygame.K_ESCAPE:
            self._put_away()
            return True
        if event.key not in _STEPS or controls.focused not in own:
            return False
        at = own.index(controls.focused) + _STEPS[event.key]
        controls.focus(own[at % len(own)])
        return True

    # ---- Picture ------------------------------------------------------------------------

    def _said(self, painter: Painter) -> list[tuple[str, Face, Color]]:
        """The lines below the time."""
        finish, theme = self.finish, painter.theme
        if finish is None:
            return []
        said = (
            (finish_words.moves(finish), Face.STRONG, theme.text),
            (finish_words.bests(finish), Face.STRONG, theme.good),
            (finish_words.kind(finish), Face.BODY, theme.text_muted),
        )
        return [line for line in said if line[0]]

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The card, its words and its buttons."""
        finish = self.finish
        if finish is None:
            return
        yield card(painter, "finish card", self.rect, is_floating=True)
        yield label(
            painter,
            "finish head",
            self._places["head"],
            finish_words.head(finish),
            color=painter.theme.text,
            units=_HEAD_UNITS,
            face=Face.DISPLAY,
        )
        for number, (words, face, color) in enumerate(self._said(painter)):
            place = self._places[f"line {number}"]
            yield label(
                painter,
                f"finish line {number}",
                place,
                words,
                color=color,
                units=_LINE_UNITS,
                face=face,
            )
        if finish.relay is not None:
            yield from splits(painter, self._places["splits"], finish.relay)
        yield from drawn(self._desk, painter, self.controls)
