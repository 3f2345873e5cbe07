"""Focus, pointer, scrolling, tooltips, menus, dialogs, rebuilding and redrawing."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from puzzler.window.toolkit.choices import Dropdown, Option, Segments, Stepper
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button, Rank, Toggle
from puzzler.window.toolkit.dialog import Dialog, message
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.field import Field
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Live, Row, Space
from puzzler.window.toolkit.list import Item, open_menu
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.toolkit.tooltip import SECONDS, SHOWN_SECONDS
from puzzler.window.toolkit.track import Slider
from tests.window.toolkit.conftest import Hands, Show

TAB, ENTER, ESCAPE = pygame.K_TAB, pygame.K_RETURN, pygame.K_ESCAPE
SHIFT = pygame.KMOD_LSHIFT


def buttons(pressed: list[str], *names: str) -> list[Element]:
    return [Button(name, lambda name=name: pressed.append(name), key=name) for name in names]


# ---- Keyboard -----------------------------------------------------------------------------------


def test_tab_cycles_through_all_enabled_controls(show: Show) -> None:
    pressed: list[str] = []
    off = Button("off", print, enabled=False)
    hands = show(lambda: Column(*buttons(pressed, "a", "b"), off, *buttons(pressed, "c")))
    walked = []
    for _ in range(4):
        hands.key(TAB)
        walked.append(hands.ui.focused)
    hands.key(TAB, SHIFT)
    assert walked == ["a", "b", "c", "a"]
    assert hands.ui.focused == "c"
    hands.key(pygame.K_SPACE)
    assert pressed == ["c"]
    hands.click("b")
    assert (pressed, hands.ui.focused) == (["c", "b"], None), "a click must remove the focus"


def test_a_removed_control_loses_the_focus(show: Show) -> None:
    names = ["a", "b"]
    hands = show(lambda: Column(*buttons([], *names)))
    hands.key(TAB)
    names.remove("a")
    hands.again()
    assert hands.ui.focused is None


def test_keys_without_a_control_are_passed_on(show: Show) -> None:
    keys: list[int] = []

    class Listening(Column):
        def emit(self, ui, frame):  # type: ignore[no-untyped-def]
            frame.keys.append(lambda key, mod: keys.append(key) or key == pygame.K_x)
            super().emit(ui, frame)

    hands = show(lambda: Listening(Field("", print, key="field")))
    assert hands.key(pygame.K_x)
    assert not hands.key(pygame.K_y)
    hands.click("field")
    hands.key(pygame.K_x)
    assert keys == [pygame.K_x, pygame.K_y], "a field handles its keys"


def test_a_text_that_grows_without_a_new_view_gets_more_space(show: Show) -> None:
    texts = ["9"]
    hands = show(lambda: Row(Live(lambda: Text(texts[-1])), Button("next", print)))
    before = hands.find("next").rect.left
    texts.append("10 000 000")
    hands.ui.move(Live)
    hands.frame()
    hands.frame()
    assert hands.find("next").rect.left > before


# ---- Scrolling ----------------------------------------------------------------------------------


def tall(count: int = 40) -> Element:
    names = [f"{number}" for number in range(count)]
    return Scroll(Column(*buttons([], *names)), key="list", grow=1)


def test_the_focused_control_is_scrolled_into_view(show: Show) -> None:
    hands = show(lambda: Column(tall(), Button("end", print)))
    view = hands.ui.layers[0].root.children[0].view
    for _ in range(40):
        hands.key(TAB)
        assert view.contains(hands.find(hands.ui.focused).rect)
    hands.key(TAB)
    assert hands.ui.focused == "end"
    hands.key(TAB)
    assert view.contains(hands.find("0").rect)


def test_wheel_and_thumb_scroll_and_invisible_controls_are_not_hit(show: Show) -> None:
    hands = show(tall)
    first = hands.find("0").rect.center
    hands.point(first)
    hands.wheel(30)
    assert hands.find("0").rect.bottom < 0
    hands.wheel(-28)
    top = hands.find("5").rect.top
    hands.again()
    assert hands.find("5").rect.top == top, "the scroll position must remain"
    hands.wheel(-30)
    thumb = hands.find(("thumb", "list")).rect
    hands.press((thumb.centerx, thumb.top + 5))
    hands.drag((thumb.centerx, thumb.bottom))
    hands.release((thumb.centerx, thumb.bottom))
    assert hands.find("39").rect.bottom <= hands.surface.get_height()
    hands.click(first)
    assert hands.ui.hovered != "0"


# ---- Tooltips -----------------------------------------------------------------------------------


def two_tips() -> Element:
    return Column(
        Button("", print, icon="play", tip=Tip("It plays", "P"), key="a"),
        Button("", print, icon="stop", tip="It stops", key="b"),
        Text("all of this is much too long for the little room that it has here", lines=1,
             width=80, key="cut"),
        Text("short", key="short"),
        align=0,
    )  # fmt: skip


def test_a_tooltip_waits_and_the_next_one_does_not(show: Show) -> None:
    hands = show(two_tips)
    hands.point(hands.find("a").rect.center)
    assert hands.ui.seconds_to_change() == pytest.approx(SECONDS)
    hands.frame(SECONDS / 2)
    assert hands.ui.tip is None
    hands.frame(SECONDS / 2)
    assert hands.ui.tip == Tip("It plays", "P")
    assert hands.ui.parts()[-1].key == "tooltip"
    assert hands.ui.seconds_to_change() == pytest.approx(SHOWN_SECONDS)
    hands.point(hands.find("b").rect.center)
    hands.frame()
    assert hands.ui.tip == Tip("It stops")
    hands.press(hands.find("b").rect.center)
    hands.release(hands.find("b").rect.center)
    hands.frame(9)
    assert hands.ui.tip is None, "a pressed control has no tooltip"
    hands.point((600, 400))
    hands.frame(SECONDS)
    hands.point(hands.find("b").rect.center)
    hands.frame(SECONDS)
    assert hands.ui.tip == Tip("It stops")
    hands.send(pygame.Event(pygame.WINDOWLEAVE))
    hands.frame(SECONDS)
    assert hands.ui.tip is None


def test_a_tooltip_disappears(show: Show) -> None:
    hands = show(two_tips)
    at = hands.find("a").rect.center
    hands.point(at)
    hands.frame(SECONDS)
    hands.frame(SECONDS)
    assert hands.ui.tip is not None
    hands.frame(SHOWN_SECONDS)
    hands.frame(SECONDS)
    assert hands.ui.tip is None, "the tooltip was displayed long enough"
    assert hands.ui.seconds_to_change() is None
    for _ in range(2):
        hands.ui.lose_pointer()
        hands.frame(SECONDS)
        hands.point(at)
        hands.frame(SECONDS)
        hands.frame(SECONDS)
        assert hands.ui.tip is not None, "the tooltip returns with the pointer"
        hands.key(pygame.K_x)
        hands.frame(SECONDS)
        hands.frame(SECONDS)
        assert hands.ui.tip is None, "a key must close the tooltip"


def test_an_element_opened_by_a_key_below_the_pointer_has_no_tooltip(show: Show) -> None:
    name = "a"
    hands = show(lambda: Button("", print, icon="play", tip=f"It is {name}", key=name))
    x, y = hands.find("a").rect.center
    hands.point((x, y))
    hands.frame(SECONDS)
    hands.frame(SECONDS)
    assert hands.ui.tip == Tip("It is a")
    hands.key(pygame.K_x)
    name = "b"
    hands.ui.rebuild()
    hands.frame(SECONDS)
    hands.frame(SECONDS)
    assert hands.ui.tip is None
    hands.point((x + 1, y))
    hands.frame(SECONDS)
    hands.frame(SECONDS)
    assert hands.ui.tip == Tip("It is b")


def test_focused_controls_have_immediate_tooltips_and_cut_text_has_its_own(show: Show) -> None:
    hands = show(two_tips)
    hands.key(TAB)
    hands.frame()
    assert hands.ui.tip == Tip("It plays", "P")
    hands.point(hands.find("cut").rect.center)
    hands.frame(SECONDS)
    assert hands.ui.tip is not None and hands.ui.tip.text.startswith("all of this")
    assert hands.ui.find("short") is None, "the tooltip must have the complete text"


# ---- Controls -----------------------------------------------------------------------------------


def test_a_button_is_activated_on_release(show: Show) -> None:
    pressed: list[str] = []
    hands = show(lambda: Row(*buttons(pressed, "a", "b")))
    a, b = hands.find("a").rect.center, hands.find("b").rect.center
    hands.press(a)
    hands.release(b)
    assert pressed == []
    hands.click(a)
    assert pressed == ["a"]


class Chosen:
    def __init__(self) -> None:
        self.values: dict[str, object] = {"one": 1, "many": 1, "on": False, "share": 10, "step": 1}

    def set(self, name: str) -> Callable[[object], None]:
        return lambda value: self.values.update({name: value})

    def build(self) -> Element:
        options = [Option(number, f"number {number}") for number in range(5)]
        values = self.values
        return Column(
            Segments(options, values["one"], self.set("one"), key="one"),
            Dropdown(options, values["many"], self.set("many"), key="many"),
            Stepper(options, values["step"], self.set("step"), key="step"),
            Toggle(values["on"] is True, self.set("on"), key="on"),
            Slider(int(str(values["share"])), 20, self.set("share"), key="share"),
            align=0,
        )


def test_choices_are_made_by_keyboard(show: Show) -> None:
    chosen = Chosen()
    hands = show(chosen.build)
    for name, keys, value in (
        ("one", [pygame.K_RIGHT, pygame.K_RIGHT], 3),
        ("many", [pygame.K_DOWN], 2),
        ("step", [pygame.K_LEFT, pygame.K_LEFT], 4),
        ("on", [pygame.K_SPACE], True),
        ("share", [pygame.K_END, pygame.K_LEFT], 19),
    ):
        hands.key(TAB)
        assert hands.ui.focused == name
        for key in keys:
            hands.key(key)
        assert chosen.values[name] == value


def test_choices_are_made_by_pointer(show: Show) -> None:
    chosen = Chosen()
    hands = show(chosen.build)
    one, share = hands.find("one"), hands.find("share").rect
    assert isinstance(one, Segments)
    hands.click(one.segments()[4].center)
    hands.click("on")
    hands.press(share.midleft)
    hands.drag((999, 9))
    hands.release((999, 9))
    hands.click("many")
    assert hands.open == ["menu"]
    hands.key(pygame.K_END)
    hands.key(ENTER)
    assert chosen.values == {"one": 4, "many": 4, "on": True, "share": 20, "step": 1}
    hands.point(share.center)
    hands.wheel(1)
    assert chosen.values["share"] == 19


# ---- Menus and dialogs --------------------------------------------------------------------------


def menu(hands: Hands, chosen: list[int], count: int = 30, current: int = 20) -> None:
    items = [Item(f"row {number}", note="N") for number in range(count)]
    open_menu(hands.ui, pygame.Rect(20, 440, 90, 30), items, current, chosen.append)
    hands.frame()


def test_a_menu_fits_and_shows_the_current_choice(show: Show) -> None:
    hands, chosen = show(lambda: Column(*buttons([], "below"))), list[int]()
    menu(hands, chosen)
    rows = hands.find("menu")
    assert hands.surface.get_rect().contains(rows.rect)
    assert not rows.rect.colliderect((20, 440, 90, 30)), "the pressed control must remain visible"
    assert rows.rect.contains(rows.cell_rect(hands.ui, 20))
    hands.key(ENTER)
    assert (chosen, hands.open) == ([20], [])


@pytest.mark.parametrize("close", [ESCAPE, TAB, None])
def test_a_menu_closes_without_a_choice(show: Show, close: int | None) -> None:
    pressed, chosen = list[str](), list[int]()
    hands = show(lambda: Column(*buttons(pressed, "below")))
    menu(hands, chosen)
    hands.click("below") if close is None else hands.key(close)
    assert (hands.open, chosen, pressed) == ([], [], [])


def test_a_menu_follows_the_pointer_and_keeps_the_keyboard(show: Show) -> None:
    hands, chosen = show(Space), list[int]()
    menu(hands, chosen, current=-1)
    rows = hands.find("menu")
    hands.press(rows.cell_rect(hands.ui, 1).center)
    hands.release((600, 20))
    assert hands.open == ["menu"], "the pointer left the menu"
    hands.point(rows.cell_rect(hands.ui, 2).center)
    hands.key(pygame.K_DOWN)
    hands.key(ENTER)
    assert chosen == [3]


def dialog(hands: Hands, pressed: list[str], *children: Element) -> None:
    def build() -> Dialog:
        return Dialog(
            "A question",
            *children,
            status="",
            foot=(
                Button("No", hands.ui.close, key="no"),
                Button("Yes", lambda: pressed.append("yes"), rank=Rank.PRIMARY, key="yes"),
            ),
        )

    hands.ui.open(build, "dialog", on_close=lambda: pressed.append("closed"))
    hands.frame()


@pytest.mark.parametrize("way", ["escape", "close", "beside", "no"])
def test_a_dialog_can_be_closed(show: Show, way: str) -> None:
    pressed: list[str] = []
    hands = show(lambda: Column(*buttons(pressed, "below")))
    dialog(hands, pressed, Text("Is it so?"))
    hands.key(ENTER)
    assert pressed == ["yes"], "Enter must press the primary button"
    if way == "escape":
        hands.key(ESCAPE)
    else:
        beside = hands.ui.layers[0].frame.targets[0].element.rect.center
        hands.click(beside if way == "beside" else way)
    assert (hands.open, pressed) == ([], ["yes", "closed"])


def test_presses_and_the_wheel_in_a_dialog_do_not_affect_the_window(show: Show) -> None:
    pressed: list[str] = []
    hands = show(lambda: Column(*buttons(pressed, "below")))
    dialog(hands, pressed, *(Text(f"line {number}") for number in range(60)))
    card = hands.ui.top.frame.card
    assert card is not None and hands.surface.get_rect().contains(card)
    hands.click((card.left + 6, card.centery))
    assert hands.open == ["dialog"]
    hands.point(card.center)
    hands.wheel(2)
    hands.key(pygame.K_END)
    assert hands.find("yes").rect.bottom <= card.bottom, "the foot must not scroll"
    assert pressed == []


def test_a_dialog_closes_menus_and_dialogs_above_it(show: Show) -> None:
    hands = show(Space)
    dialog(hands, [])
    message(hands.ui, "Over it", "a message")
    assert hands.open == ["dialog", "message"]
    hands.ui.close("elsewhere")
    assert hands.open == ["dialog", "message"]
    hands.ui.close("dialog")
    assert hands.open == []


def test_state_is_removed_with_its_dialog(show: Show) -> None:
    hands = show(Space)
    for _ in range(2):
        dialog(hands, [], *(Text(f"line {number}") for number in range(60)))
        thumb = ("thumb", ("dialog", "A question"))
        top = hands.find(thumb).scrolled.offset
        assert top == 0
        hands.key(pygame.K_END)
        assert hands.find(thumb).scrolled.offset > 0
        hands.key(ESCAPE)


def test_a_dialog_polls_during_work(show: Show) -> None:
    hands, done = show(Space), [0]

    def poll() -> bool:
        done[0] += 1
        if done[0] == 4:
            hands.ui.close("work")
        return done[0] < 4

    hands.ui.open(lambda: Dialog("Work", Text(f"{done[0]} of 4")), "work", poll=poll)
    for step in (1, 2, 3):
        hands.frame()
        assert hands.ui.is_moving
        assert any(f"{step} of 4" in str(part.look) for part in hands.ui.parts())
    hands.frame()
    assert (hands.open, hands.ui.is_moving) == ([], False)


# ---- Building and drawing --------------------------------------------------------------------


def test_nothing_is_built_without_changes(show: Show) -> None:
    built: list[int] = []

    def build() -> Element:
        built.append(1)
        return Column(*buttons([], "a", "b"), tall(5))

    hands = show(build)
    parts, count = hands.ui.parts(), len(built)
    for _ in range(5):
        hands.frame(0.1)
        assert hands.ui.parts() is parts
    hands.point((600, 470))
    assert len(built) == count, "the pointer alone must build nothing"
    hands.click("a")
    assert len(built) > count, "input handled by a control may change anything"


def test_scheduled_wakes_happen_on_time(show: Show) -> None:
    hands, built = show(Space), list[float]()

    def build() -> Element:
        built.append(hands.ui.now)
        if hands.ui.now < 2:
            hands.ui.wake_in(1.0)
        return Space()

    hands.describe(build)
    hands.ui.rebuild()
    hands.frame(0.5)
    assert built == [0, 0.5]
    assert hands.ui.seconds_to_change() == pytest.approx(1.0), "the earlier request has expired"
    for _ in range(10):
        hands.frame(0.5)
    assert built == [0, 0.5, 1.5, 2.5]
    assert hands.ui.seconds_to_change() is None


def test_a_subtree_is_reused_while_its_inputs_are_equal(show: Show) -> None:
    hands, calls, number = show(Space), list[int](), [1]

    def part(value: int) -> Element:
        calls.append(value)
        return Text(f"{value}")

    def build() -> Element:
        reuse = hands.ui.reuse
        return Column(reuse(part, number[0], key="first"), reuse(part, 7, key="second"))

    hands.describe(build)
    for number[0] in (1, 2, 2):
        hands.again()
    assert calls == [1, 7, 2]
    hands.ui.choose("tab", "other")
    hands.frame()
    assert calls == [1, 7, 2, 2, 7], "choices may affect any subtree"


def test_a_reused_subtree_can_be_hovered_and_pressed(show: Show) -> None:
    number, pressed = [1], list[str]()

    def part(text: str) -> Element:
        return Column(Text(text), Button(text, lambda: pressed.append(text), key=text))

    def build() -> Element:
        reuse = hands.ui.reuse
        return Column(Text(f"{number[0]}", key="count"), reuse(part, "a"), reuse(part, "b", key=1))

    hands = show(Column)
    hands.describe(build)
    hands.ui.rebuild()
    before = {part.key: part.look for part in hands.ui.parts()}
    number[0] = 2
    hands.ui.rebuild()
    after = {part.key: part.look for part in hands.ui.parts()}
    changed = [key for key in after if after[key] != before.get(key)]
    assert len(after) == len(before) == 5 and len(changed) == 1, "only the count must change"
    button = hands.ui.find("a")
    assert button is not None
    hands.point(button.rect.center)
    over = {part.key: part.look for part in hands.ui.parts()}
    assert over[0, ("control", "a")] != after[0, ("control", "a")]
    hands.click("a")
    hands.click("b")
    assert pressed == ["a", "b"]


def test_only_the_moving_elements_of_a_class_are_emitted_again(show: Show) -> None:
    emitted: list[str] = []

    class Rests(Element):
        def emit(self, ui: Context, frame: Frame) -> None:
            emitted.append("rests")

    class Moves(Element):
        def emit(self, ui: Context, frame: Frame) -> None:
            emitted.append("moves")
            inner = frame.moving_frame(self)
            for number in range(len(emitted)):
                inner.part(self.rect, len(emitted), lambda surface: None, ("moving", number))

    class Waits(Rests):
        def emit(self, ui: Context, frame: Frame) -> None:
            super().emit(ui, frame)
            frame.moving_frame(self)

    size = {"width": 9.0, "height": 9.0}
    elements = Rests(**size), Waits(**size), Moves(**size), Waits(**size)
    hands = show(lambda: Column(*elements, Text("below", key="below")))
    hands.ui.parts()
    for _ in range(2):
        emitted.clear()
        hands.ui.move(Moves)
        keys = [part.key for part in hands.ui.parts()]
        assert emitted == ["moves"] and [key[1] for key in keys[:-1]] == [("moving", 0)]


def test_shift_tab_without_focus_focuses_the_last_control(show: Show) -> None:
    hands = show(lambda: Column(*buttons([], "a", "b", "c")))
    hands.key(TAB, SHIFT)
    assert hands.ui.focused == "c"
