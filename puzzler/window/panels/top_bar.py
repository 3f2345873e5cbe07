"""The bar at the top: the views, the buttons of the actions that belong there, sizes of boards."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.humanize import TIMES, sentence
from puzzler.solver.preparation import PreparationState
from puzzler.window.common.actions import Action, Bar, actions, in_bar
from puzzler.window.common.views import PLAY, present_view, views
from puzzler.window.layout import Grow, Size, inset, row
from puzzler.window.panels.panel import Places, action_button, action_tip, drawn
from puzzler.window.toolkit.cells import Item
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.watch.actions import can_stop, offers_to_go_on
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import bar
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

MENU_SIZES = ((3, 3), (4, 4))
_WATCH = "watch-or-stop"
_GAP_UNITS, _NARROW_GAP_UNITS = 8, 6
"""Between two buttons."""


class TopBar:
    """What the present view needs of it.

    In a compact window the views and some more are in a menu, and what watches is here.
    """

    name = "top bar"
    is_shown = True

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._places: Places = {}
        self._buttons: dict[str, Button] = {
            action.name: action_button(desk, action)
            for place in (Bar.BOARD, Bar.PAGES, Bar.WINDOW, Bar.COMPACT)
            for action in in_bar(place)
        }
        self.sizes: Segmented[tuple[int, int]] = Segmented(
            "size", [], lambda size: desk.session.boards.new(*size)
        )
        self.views: Segmented[str] = Segmented(
            "view", [(view.name, view.title) for view in views()], self._go_to
        )
        """The switch between the views."""
        self.menu = Button("menu", self._open_menu, icon="menu", rank=Rank.QUIET)
        self._controls: dict[str, Control] = {
            **self._buttons,
            "view": self.views,
            "size": self.sizes,
            "menu": self.menu,
        }
        self._other: tuple[int, int] | None = None
        self._offer(desk.session.activity.board.size)

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(40) + 2 * painter.px(10)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it where there is room, closer together if need be.

        Else the sizes go, and then the views into the menu.
        """
        self._area = area
        self._offer(self._desk.session.activity.board.size)
        sizes = self._sizes(painter)
        is_compact = self._desk.is_compact
        room, gap = inset(area, painter.px(16), painter.px(10)), painter.px(_GAP_UNITS)
        if is_compact or _wanted(sizes, gap) > room.width:
            gap = painter.px(_NARROW_GAP_UNITS)
        target = painter.target(40)
        for name, least in (("size", 0), ("view", 0), ("new", target), (_WATCH, target)):
            if _wanted(sizes, gap) <= room.width or name not in sizes:
                continue
            if least:
                sizes[name] = least
            else:
                del sizes[name]
            if name == "view":
                sizes["menu"] = target
        self._places = dict(zip(sizes, row(room, list(sizes.values()), gap), strict=True))
        for name, rect in self._places.items():
            if name in self._controls:
                self._controls[name].rect = rect

    @property
    def controls(self) -> list[Control]:
        """From left to right."""
        return [self._controls[name] for name in self._places if name in self._controls]

    @property
    def space(self) -> Rect:
        """What it leaves free, and what is being prepared is said in."""
        return self._places.get("space", Rect(self._area.topleft, (0, 0)))

    def follow(self) -> None:
        """Say what can be done now."""
        desk = self._desk
        for name, button in self._buttons.items():
            button.is_enabled = actions()[name].is_enabled(desk)
        self._buttons["coach"].rank = Rank.NORMAL if desk.session.settings.coach else Rank.QUIET
        self.sizes.chosen = desk.session.activity.board.size
        self.views.chosen = present_view(desk.session).name
        watch, stops = self._buttons[_WATCH], can_stop(desk)
        goes_on = "Go on" if offers_to_go_on(desk) else "Watch"
        watch.label, watch.icon = ("Stop", "stop") if stops else (goes_on, "play")
        watch.rank = Rank.NORMAL if stops else Rank.PRIMARY

    def tip(self, name: str) -> Tip | None:
        """Of an action; of the menu and the views."""
        if name == "menu":
            return Tip("More")
        if name == "view":
            return self._tip_of_view()
        if name == _WATCH:
            desk = self._desk
            means = "stop" if can_stop(desk) else "go-on" if offers_to_go_on(desk) else "watch"
            warning = desk.session.snapshot().watch.warning if means == "watch" else ""
            return (
                Tip(warning, desk.keymap.hint(means))
                if warning
                else action_tip(desk, actions()[means])
            )
        return action_tip(self._desk, actions()[name]) if name in actions() else None

    def _tip_of_view(self) -> Tip | None:
        """What the view under the pointer is for, or the one that the keyboard is on."""
        over = self.views.segment_at(self._desk.controls.touch(self.views).at)
        name = self.views.options[over][0] if over >= 0 else self.views.chosen
        view = next((view for view in views() if view.name == name), views()[0])
        return Tip(view.words, self._desk.keymap.hint(f"view-{view.name}"))

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The bar, what is being prepared, and the controls."""
        yield bar(painter, self.name, self._area, is_at_top=True)
        session = self._desk.session
        preparation = session.context.preparation
        is_said = present_view(session).name != PLAY  # there the line below the board says it
        is_preparing = preparation.state is PreparationState.PREPARING
        if is_said and is_preparing and "space" in self._places:
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
        if len(views()) > 1 and not self._desk.is_compact:
            sizes["view"] = self.views.width(painter)
        for action in self._actions(Bar.BOARD):
            sizes[action.name] = self._buttons[action.name].width(painter)
            if action.name == "new":
                sizes["size"] = self.sizes.width(painter)
        sizes["space"] = Grow()
        target = painter.target(40)
        compact = [action.name for action in self._actions(Bar.COMPACT)]
        if self._desk.is_compact:
            stop = Button("", self._open_menu, label="Watch", icon="play")
            sizes |= {_WATCH: stop.width(painter)} if _WATCH in compact else {}
            sizes["menu"] = target
        else:
            sizes |= {action.name: target for action in self._actions(Bar.PAGES)}
        sizes |= {action.name: target for action in self._actions(Bar.WINDOW)}
        if self._desk.is_compact:
            sizes |= {name: target for name in compact if name != _WATCH}
        return sizes

    def _actions(self, bar: Bar) -> list[Action]:
        """Those of a part of the bar that mean something in the present view."""
        view = present_view(self._desk.session).name
        return [action for action in in_bar(bar) if view in action.views]

    def _offer(self, size: tuple[int, int]) -> None:
        """The sizes one click away, and the last other one that was played."""
        if size not in MENU_SIZES:
            self._other = size
        sizes = [*MENU_SIZES, *([self._other] if self._other else [])]
        self.sizes.options = [(size, f"{size[0]}{TIMES}{size[1]}") for size in sizes]

    def _open_menu(self) -> None:
        """What finds no room in the bar of a compact window: other views first."""
        desk, present = self._desk, present_view(self._desk.session)
        chosen = [actions()[f"view-{view.name}"] for view in views() if view is not present]
        chosen += [action for action in self._actions(Bar.PAGES) if action.is_enabled(desk)]
        items = [Item(a.words, desk.keymap.hint(a.name), a.icon) for a in chosen]

        def choose(index: int) -> None:
            chosen[index].do(desk)

        open_menu(desk.ui, self.menu.rect, items, -1, choose)

    def _go_to(self, name: str) -> None:
        actions()[f"view-{name}"].do(self._desk)


def _wanted(sizes: dict[str, Size], gap: int) -> int:
    """The width that all of it takes."""
    return sum(size for size in sizes.values() if isinstance(size, int)) + gap * (len(sizes) - 1)
