"""The bar at the top: the switch between views, the buttons of the current view, and *More*."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.humanize import TIMES, sentence
from puzzler.search.compilation import KernelState
from puzzler.window.common.actions import (
    Action,
    ButtonPlace,
    action_button,
    actions,
    in_bar,
    open_actions,
)
from puzzler.window.common.views import PLAY, REVIEW, View, present_view, views, views_at
from puzzler.window.core.window import Window
from puzzler.window.toolkit.choices import Option, Segments
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Child, Element, Tip
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Bar, Fit, Space

MORE = "more"
"""The key of the button that opens the menu of the other actions."""
SWITCH, WITHIN = "view", "view within"
"""The keys of the switch between places, and of the switch between the views of a place."""
MENU_SIZES = ((3, 3), (4, 4))
_ANY_SIZE = (0, 0)
"""The option of the size menu that opens the dialog with all sizes."""
_BUTTONS = {PLAY: ButtonPlace.BOARD, REVIEW: ButtonPlace.REVIEW}
_NOTICE_SECONDS = 12.0
"""Seconds that a message is shown in views without a message line."""


@dataclass(frozen=True)
class _Form:
    """The parts of the bar that are shown."""

    switch: bool = False
    labels: bool = False
    """Labels on the buttons. Without them the buttons have icons only."""
    icons: bool = True
    """Icons next to the labels."""
    other: bool = False
    """Whether the size of the last board that was neither 3x3 nor 4x4 is offered."""


_FORMS = (
    _Form(switch=True, labels=True, other=True),
    _Form(switch=True, labels=True, icons=False, other=True),
    _Form(switch=True, other=True),
    _Form(switch=True),
    _Form(other=True),
    _Form(),
)


def top_bar(
    window: Window, watch: Button | None = None, *, middle: Element | None = None
) -> Element:
    """Return the bar in the most complete form that fits.

    watch: shown at the right end. middle: fills the free space.
    """
    if watch is None and middle is None:
        return window.ui.reuse(_fitting_bar, window, None, None, _inputs(window))
    return _fitting_bar(window, watch, middle)


def _inputs(window: Window) -> tuple[object, ...]:
    """Return all values that the bar depends on, without ``watch`` and ``middle``."""
    view = present_view(window.session)
    places = _BUTTONS.get(view.name), ButtonPlace.WINDOW, ButtonPlace.COMPACT
    enabled = tuple(a.is_enabled(window) for a in actions().values() if a.bar in places)
    shown = window.shown
    texts = _notice(window), shown.preparation_message, shown.background_text
    size = shown.play.board.size
    return view.name, enabled, texts, shown.preparation, shown.settings, size, (
        window.ui.size, window.is_compact, window.keymap
    )  # fmt: skip


def _notice(window: Window) -> str:
    """Return the last message until it expires, then ""."""
    text = window.line
    occasion = window.session.feedback.shown, window.notice_time  # the same text can return
    message = (text, occasion) if text else None
    left = _NOTICE_SECONDS - window.ui.seconds_of("notice", message)
    if text and left > 0:
        window.ui.wake_in(left)
    return text if left > 0 else ""


def _fitting_bar(
    window: Window, watch: Button | None, middle: Element | None, _: object = None
) -> Element:
    for form in _FORMS:
        bar = _bar(window, watch, middle, form)
        if bar.widths(window.ui).preferred <= window.ui.size[0]:
            break
    return bar


def _bar(window: Window, watch: Button | None, middle: Element | None, form: _Form) -> Bar:
    view = present_view(window.session)
    place = _BUTTONS.get(view.name)
    left: list[Child] = [_button(window, a, form) for a in (in_bar(place) if place else ())]
    if view.name == PLAY:
        left.insert(1, _sizes(window, form))
    if form.switch:
        left = [*_switch(window, view), *left]
    # views without a line below the board show messages in the bar
    shown, text, stop = window.shown, "", None
    if view.name != PLAY and shown.background_text:
        text, stop = shown.background_text, action_button(window, "stop", size=14, height=36)
    elif view.name != PLAY and shown.preparation is KernelState.MISSING:
        text = shown.preparation_message
    elif view.name not in _BUTTONS:
        text = _notice(window)
    words = Text(
        sentence(text), smaller=(13, 12), color="text_muted", lines=2, width=90, key="said"
    )
    line = Fit(words, Space(), width=0, grow=1)
    more = Button(
        "More" if form.labels else "", lambda: _open_more(window),
        icon="menu" if form.icons else "", rank=Rank.QUIET,
        tip=Tip("More actions"), key=MORE,
    )  # fmt: skip
    end = in_bar(ButtonPlace.COMPACT if window.is_compact else ButtonPlace.WINDOW)
    return Bar(
        *left,
        line if text or not middle else Space(grow=1),
        stop,
        middle,
        watch,
        more,
        *(_button(window, action, form) for action in end if action.is_in(view)),
        top=True,
        gap=6,
        key="top bar",
    )


def _button(window: Window, action: Action, form: _Form) -> Button:
    is_on = action.name == "coach" and window.session.settings.coach
    is_quiet = action.bar is not ButtonPlace.REVIEW and action.name != "new"
    rank = Rank.QUIET if is_quiet and not is_on else Rank.NORMAL
    label = action.label if form.labels or action.name == "new" else ""
    icon = action.icon if form.icons or not label else ""
    button = action_button(window, action.name, label=label, icon=icon, rank=rank)
    button.is_on = is_on if action.name == "coach" else None
    return button


def _switch(window: Window, present: View) -> list[Child]:
    """Return the switch between places and a switch between the views of the current place.

    A place opens the view that was shown last.
    """
    places = {view.at: views_at(view.at) for view in views()}
    tips = {place: ", ".join(view.title for view in inside) for place, inside in places.items()}
    options = [
        Option(place, place, Tip(tips[place]) if len(inside) > 1 else _tip(window, inside[0]))
        for place, inside in places.items()
    ]
    within = [Option(view.name, view.title, _tip(window, view)) for view in places[present.at]]

    def go(name: str) -> None:
        actions()[f"view-{name}"].do(window)

    def go_to_place(place: str) -> None:
        if place != present.at:
            go(window.ui.choice(place, places[place][0].name))

    return [
        Segments(options, present.at, go_to_place, key=SWITCH, accessible_name="Places"),
        len(within) > 1 and Segments(within, present.name, go, key=WITHIN, accessible_name="Views"),
    ]


def _tip(window: Window, view: View) -> Tip:
    return Tip(view.purpose, window.keymap.hint(f"view-{view.name}"))


def _sizes(window: Window, form: _Form) -> Element:
    size, other = window.shown.play.board.size, window.ui.state("other size", list[tuple[int, int]])
    if size not in MENU_SIZES:
        other[:] = [size]
    sizes = (*MENU_SIZES, *(other if form.other else ()))
    dialog = actions()["board"]
    options = [Option(size, f"{size[0]}{TIMES}{size[1]}") for size in sizes]
    options.append(Option(_ANY_SIZE, "…", Tip(dialog.text, window.keymap.hint(dialog.name))))

    def choose(size: tuple[int, int]) -> None:
        if size == _ANY_SIZE:
            dialog.do(window)
        else:
            window.session.boards.new(*size)

    return Segments(options, size, choose, key="size", accessible_name="Size")


def _open_more(window: Window) -> None:
    """Open the menu of actions without a button. It lists the views if the switch is hidden."""
    present = present_view(window.session)
    others = [view for view in views() if view is not present]
    leading = [] if window.ui.find(SWITCH) else [actions()[f"view-{view.name}"] for view in others]
    items = [
        action
        for action in (*leading, *actions().values())
        if (action.is_in_more(present) or action in leading) and not window.ui.find(action.name)
    ]
    button = window.ui.find(MORE)
    assert button is not None, "it was pressed"
    open_actions(window, items, button)
