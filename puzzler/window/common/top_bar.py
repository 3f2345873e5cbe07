"""The bar at the top: the views, the buttons of the actions that belong there, sizes of boards."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from puzzler.humanize import TIMES, sentence
from puzzler.solver.preparation import PreparationState
from puzzler.window.common.actions import Action, action_button, actions, in_bar, open_actions
from puzzler.window.common.actions import Bar as Place
from puzzler.window.common.views import PLAY, REVIEW, View, present_view, views
from puzzler.window.toolkit.controls import Button, Option, Rank, Segments
from puzzler.window.toolkit.element import Child, Element, Tip
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Bar, Fit, Space
from puzzler.window.window import Window

MORE = "more"
"""The key of the button that opens the menu of what finds no room."""
MENU_SIZES = ((3, 3), (4, 4))
_WATCH = "watch-or-stop"
_PLACES = (Place.BOARD, Place.PAGES, Place.WINDOW, Place.COMPACT)
"""Where its buttons stand."""


def top_bar(
    window: Window, watch: Button | None = None, *, middle: Element | None = None
) -> Element:
    """What the present view needs of it; where all of it finds no room, first the sizes go.

    In a compact window the views and some more are in a menu, and ``watch`` stands here.
    ``middle`` stands in what is left free.
    """
    if watch is None and middle is None:
        return window.ui.reuse(_fitting_bar, window, None, None, _inputs(window))
    return _fitting_bar(window, watch, middle)


def _inputs(window: Window) -> tuple[object, ...]:
    """All that the bar depends on where nothing is put into it."""
    view = present_view(window.session)
    enabled = tuple(
        action.is_enabled(window)
        for action in actions().values()
        if action.bar in _PLACES and action.is_in(view)
    )
    shown, said = window.shown, (window.line, window.shown.preparation_message)
    size = shown.play.board.size
    return view.name, enabled, said, shown.preparation, shown.settings, size, (
        window.is_compact, window.keymap
    )  # fmt: skip


def _fitting_bar(
    window: Window, watch: Button | None, middle: Element | None, _: object = None
) -> Element:
    shown = (("sizes",),) if window.is_compact else (("views", "sizes"), ("views",), ())
    return Fit(*(_bar(window, watch, middle, has) for has in shown), squeeze=True)


def _bar(window: Window, watch: Button | None, middle: Element | None, has: Collection[str]) -> Bar:
    view = present_view(window.session)

    def buttons(place: Place) -> list[Child]:
        return [
            action_button(window, action.name, rank=_rank(window, action))
            for action in in_bar(place)
            if action.is_in(view) and action.name != _WATCH
        ]

    board = buttons(Place.BOARD)
    if "sizes" in has and view.name == PLAY:
        board.insert(1, _sizes(window))
    left: list[Child] = [_switch(window, view) if "views" in has else None, *board]
    said = ""
    if view.name != PLAY and window.shown.preparation is PreparationState.PREPARING:
        said = window.shown.preparation_message
    elif view.name not in (PLAY, REVIEW):  # there the line below the board says it
        said = window.line
    line = Text(
        sentence(said), smaller=(13, 12), color="text_muted", lines=2, width=0, grow=1, key="said"
    )
    right: Sequence[Child] = buttons(Place.PAGES) if not window.is_compact else []
    more = None if "views" in has else Button(
        "", lambda: _open_more(window, view), icon="menu", rank=Rank.QUIET, tip="More", key=MORE
    )  # fmt: skip
    return Bar(
        *left,
        line if said or not middle else Space(grow=1),
        middle,
        *([watch, more] if window.is_compact else right),
        *buttons(Place.WINDOW),
        *(buttons(Place.COMPACT) if window.is_compact else [more]),
        top=True,
        gap=6,
        key="top bar",
    )


def _rank(window: Window, action: Action) -> Rank:
    is_on = action.name == "coach" and window.session.settings.coach
    return Rank.NORMAL if action.label or is_on else Rank.QUIET


def _switch(window: Window, present: View) -> Element:
    options = [
        Option(view.name, view.title, Tip(view.words, window.keymap.hint(f"view-{view.name}")))
        for view in views()
    ]

    def go(name: str) -> None:
        actions()[f"view-{name}"].do(window)

    return Segments(options, present.name, go, key="view")


def _sizes(window: Window) -> Element:
    size, other = window.shown.play.board.size, window.ui.state("other size", list[tuple[int, int]])
    if size not in MENU_SIZES:
        other[:] = [size]
    options = [Option(size, f"{size[0]}{TIMES}{size[1]}") for size in (*MENU_SIZES, *other)]
    return Segments(
        options, size, lambda size: window.session.boards.new(*size), optional=window.is_compact,
        priority=-1, key="size",
    )  # fmt: skip


def _open_more(window: Window, present: View) -> None:
    offered = [actions()[f"view-{view.name}"] for view in views() if view is not present]
    offered += [
        action
        for action in in_bar(Place.PAGES)
        if action.is_in(present) and action.is_enabled(window)
    ]
    button = window.ui.find(MORE)
    assert button is not None, "it was pressed"
    open_actions(window, offered, button)
