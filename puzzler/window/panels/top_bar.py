"""The bar at the top: the buttons of the actions that belong there, and the sizes of boards."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.solver.preparation import PreparationState
from puzzler.window.actions import BY_NAME, Bar, can_stop, in_bar, offers_to_go_on
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, Size, inset, row
from puzzler.window.paint import Painter
from puzzler.window.panels.panel import Places, action_button, action_tip, drawn
from puzzler.window.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import bar
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.scroll_list import Item
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.tooltip import Tip
from puzzler.words import TIMES, sentence

MENU_SIZES = ((3, 3), (4, 4))
_WATCH = "watch-or-stop"


class TopBar:
    """In a compact window some of it is in a menu, and what watches is here."""

    name = "top bar"
    is_shown = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._places: Places = {}
        self._buttons: dict[str, Button] = {
            action.name: action_button(desk, action)
            for place in (Bar.BOARD, Bar.PAGES, Bar.WINDOW, Bar.COMPACT)
            for action in in_bar(place)
        }
        self.sizes: Segmented[tuple[int, int]] = Segmented(
            "size", [], lambda size: desk.session.new(*size)
        )
        self.menu = Button("menu", self._open_menu, icon="menu", rank=Rank.QUIET)
        self._controls: dict[str, Control] = {
            **self._buttons,
            "size": self.sizes,
            "menu": self.menu,
        }
        self._other: tuple[int, int] | None = None
        self._offer(desk.session.board.size)

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(40) + 2 * painter.px(10)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it where there is room; else the sizes go first, and then the words."""
        self._area = area
        self._offer(self._desk.session.board.size)
        sizes = self._sizes(painter)
        is_compact = self._desk.is_compact
        room, gap = inset(area, painter.px(16), painter.px(10)), painter.px(6 if is_compact else 8)
        target = painter.target(40)
        for name, least in (("size", 0), ("new", target), (_WATCH, target)):
            wanted = sum(size for size in sizes.values() if isinstance(size, int))
            if wanted + gap * (len(sizes) - 1) <= room.width or name not in sizes:
                continue
            if least:
                sizes[name] = least
            else:
                del sizes[name]
        self._places = dict(zip(sizes, row(room, list(sizes.values()), gap), strict=True))
        for name, rect in self._places.items():
            if name in self._controls:
                self._controls[name].rect = rect

    @property
    def controls(self) -> list[Control]:
        """From left to right."""
        return [self._controls[name] for name in self._places if name in self._controls]

    def follow(self) -> None:
        """Say what can be done now."""
        desk = self._desk
        for name, button in self._buttons.items():
            button.is_enabled = BY_NAME[name].is_enabled(desk)
        self.sizes.chosen = desk.session.board.size
        watch, stops = self._buttons[_WATCH], can_stop(desk)
        goes_on = "Go on" if offers_to_go_on(desk) else "Watch"
        watch.label, watch.icon = ("Stop", "stop") if stops else (goes_on, "play")
        watch.rank = Rank.NORMAL if stops else Rank.PRIMARY

    def tip(self, name: str) -> Tip | None:
        """Of an action; of the menu."""
        if name == "menu":
            return Tip("More")
        if name == _WATCH:
            desk = self._desk
            means = "stop" if can_stop(desk) else "go-on" if offers_to_go_on(desk) else "watch"
            warning = desk.session.searches.warning if means == "watch" else ""
            return (
                Tip(warning, desk.keymap.hint(means))
                if warning
                else action_tip(desk, BY_NAME[means])
            )
        return action_tip(self._desk, BY_NAME[name]) if name in BY_NAME else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The bar, what is being prepared, and the controls."""
        yield bar(painter, self.name, self._area, is_at_top=True)
        preparation = self._desk.session.preparation
        if "space" in self._places and preparation.state is PreparationState.PREPARING:
            yield label(
                painter,
                "preparation",
                self._places["space"],
                sentence(preparation.message),
                color=painter.theme.text_muted,
                units=14,
                align=1.0,
            )
        yield from drawn(self._desk, painter, self.controls)

    def _sizes(self, painter: Painter) -> dict[str, Size]:
        """What stands in it, and how wide each wants to be."""
        sizes: dict[str, Size] = {}
        for action in in_bar(Bar.BOARD):
            sizes[action.name] = self._buttons[action.name].width(painter)
            if action.name == "new":
                sizes["size"] = self.sizes.width(painter)
        sizes["space"] = Grow()
        target = painter.target(40)
        if self._desk.is_compact:
            stop = Button("", self._open_menu, label="Watch", icon="play")
            sizes |= {_WATCH: stop.width(painter), "menu": target}
        else:
            sizes |= {action.name: target for action in in_bar(Bar.PAGES)}
        sizes |= {action.name: target for action in in_bar(Bar.WINDOW)}
        if self._desk.is_compact:
            sizes |= {
                action.name: target for action in in_bar(Bar.COMPACT) if action.name != _WATCH
            }
        return sizes

    def _offer(self, size: tuple[int, int]) -> None:
        """The sizes one click away, and the last other one that was played."""
        if size not in MENU_SIZES:
            self._other = size
        sizes = [*MENU_SIZES, *([self._other] if self._other else [])]
        self.sizes.options = [(size, f"{size[0]}{TIMES}{size[1]}") for size in sizes]

    def _open_menu(self) -> None:
        """What finds no room in the bar of a compact window."""
        desk = self._desk
        actions = [action for action in in_bar(Bar.PAGES) if action.is_enabled(desk)]
        items = [Item(a.words, desk.keymap.hint(a.name), a.icon) for a in actions]

        def choose(index: int) -> None:
            actions[index].do(desk)

        desk.open_menu(self.menu.rect, items, -1, choose)
