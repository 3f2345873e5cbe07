"""Focus, pointer, scrolling, tooltips, menus, dialogs, rebuilding and redrawing."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from puzzler.window.toolkit.choices import Dropdown, Option, Segments, Stepper
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button, Rank, Toggle
from puzzler.window.toolkit.dialog import Dialog, ask, message
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.field import Field
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.labels import Canvas, Text
from puzzler.window.toolkit.layout import Column, Live, Row, Space
from puzzler.window.toolkit.list import Item, open_menu
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.toolkit.tooltip import SECONDS, SHOWN_SECONDS
from puzzler.window.toolkit.track import Slider
from tests.window.toolkit.conftest import Hands, Show, dark

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
    hands.point(hands.find("b").rect.move(1, 0).center)
    hands.frame(SECONDS)
    hands.frame(SECONDS)
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
    hands.drag(rows.cell_rect(hands.ui, 3).center)
    assert rows.own_state(hands.ui).marked < 3, "a release there would not choose it"
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


# ---- Layers, focus and input in rare situations ------------------------------------------------


def open_over(hands: Hands, *children: Element, **options: object) -> None:
    hands.ui.open(lambda: Dialog("Over it", *children), "over", **options)  # type: ignore[arg-type]
    hands.frame()


def test_an_element_is_found_in_the_topmost_layer(show: Show) -> None:
    hands = show(lambda: Column(*buttons([], "same")))
    over = Button("over", print, key="same")
    open_over(hands, over)
    assert hands.find("same") is over


def test_a_covered_control_keeps_its_focus_without_a_ring(show: Show) -> None:
    hands = show(lambda: Column(*buttons([], "a")))
    hands.key(TAB)
    looks = []
    for _ in range(2):
        looks.append(
            next(part.look[1] for part in hands.ui.parts() if part.key == (0, ("control", "a")))
        )
        open_over(hands, Text("text"))
    assert looks == [True, False]
    hands.ui.close_all()
    assert hands.ui.focused == "a"


def test_the_view_below_a_dialog_keeps_its_scroll_position(show: Show) -> None:
    hands = show(tall)
    hands.point(hands.find("0").rect.center)
    hands.wheel(2)
    top = hands.find("5").rect.top
    open_over(hands, Text("text"))
    hands.again()
    assert hands.find("5").rect.top == top


def test_a_function_on_close_may_close_the_dialog_again(show: Show) -> None:
    hands, closed = show(Space), list[int]()

    def close() -> None:
        closed.append(1)
        hands.ui.close("over")

    open_over(hands, on_close=close)
    hands.ui.close("over")
    assert (closed, hands.open) == ([1], [])


def test_a_dialog_below_a_menu_is_polled(show: Show) -> None:
    hands, polled = show(Space), list[int]()
    open_over(hands, poll=lambda: bool(polled.append(1)))
    menu(hands, [])
    before = len(polled)
    hands.frame()
    assert len(polled) == before + 1


def test_the_answer_of_a_question_may_open_a_dialog(show: Show) -> None:
    hands = show(Space)
    ask(hands.ui, "Delete it?", "text", "Delete", lambda: message(hands.ui, "Done", "text"))
    hands.frame()
    hands.click("confirm")
    assert hands.open == ["message"]


def test_a_press_ends_when_the_pointer_leaves_or_the_control_is_disabled(show: Show) -> None:
    pressed, is_on = list[str](), True
    hands = show(lambda: Column(Button("a", lambda: pressed.append("a"), key="a", enabled=is_on)))
    at = hands.find("a").rect.center
    hands.press(at)
    hands.send(pygame.Event(pygame.WINDOWLEAVE))
    hands.release(at)
    hands.press(at)
    is_on = False
    hands.again()
    hands.release(at)
    is_on = True
    hands.again()
    hands.press(at)
    over = Button("over", lambda: pressed.append("over"), key="a")
    open_over(hands, over)
    hands.release(over.rect.center)
    assert not pressed, "the dialog has another control with this key"


def test_a_control_that_is_disabled_takes_no_key_and_no_press(show: Show) -> None:
    changed, is_on = list[object](), True
    hands = show(
        lambda: Column(
            Button("a", lambda: changed.append("a"), key="a", enabled=is_on),
            Slider(3, 20, changed.append, key="share", enabled=is_on),
        )
    )
    hands.key(TAB)
    is_on = False
    hands.again()
    assert not hands.key(ENTER), "it had the focus before"
    hands.press(hands.find("share").rect.center)
    hands.wheel(1)
    assert not changed


def test_an_option_that_is_disabled_is_not_highlighted(show: Show) -> None:
    options = [Option(name, name) for name in "ab"]
    hands = show(lambda: Column(Segments(options, "a", print, enabled=False, key="choice")))
    before = hands.ui.parts()[0].look
    hands.point(hands.find("choice").segments()[1].center)
    assert hands.ui.parts()[0].look == before


def test_alt_and_tab_belong_to_the_system(show: Show) -> None:
    hands = show(lambda: Column(*buttons([], "a")))
    hands.key(TAB, pygame.KMOD_LALT)
    hands.key(TAB, pygame.KMOD_LCTRL)
    assert hands.ui.focused is None


def test_a_focus_is_requested_once(show: Show) -> None:
    hands = show(lambda: Column(*buttons([], "a", "b")))
    hands.ui.go_to("b")
    hands.frame()
    assert hands.ui.focused == "b"
    hands.ui.focus(None)
    hands.again()
    assert hands.ui.focused is None


def test_autofocus_is_for_new_controls(show: Show) -> None:
    hands = show(lambda: Column(*buttons([], "a"), Button("b", print, key="b", autofocus=True)))
    assert hands.ui.focused == "b"
    hands.key(TAB)
    hands.again()
    assert hands.ui.focused == "a"


def test_the_last_function_for_keys_comes_first(show: Show) -> None:
    called = list[str]()
    inner = Column(Space(height=9), on_key=lambda key, mod: bool(called.append("inner")))
    outer = Column(inner, on_key=lambda key, mod: bool(called.append("outer")))
    show(lambda: outer).key(pygame.K_x)
    assert called == ["outer", "inner"]


def test_a_key_at_the_end_of_a_dialog_is_handled(show: Show) -> None:
    hands = show(Space)
    dialog(hands, [], *(Text(f"line {number}") for number in range(60)))
    assert hands.key(pygame.K_END) and hands.key(pygame.K_END)


def test_an_element_is_in_sight_if_it_is_completely_visible(show: Show) -> None:
    hands = show(tall)
    assert hands.ui.is_in_sight("0") and not hands.ui.is_in_sight("39")
    hands.ui.layers[0].root.by(hands.ui, 9)
    hands.frame()
    assert not hands.ui.is_in_sight("0")


def test_a_shorter_content_is_not_scrolled_beyond_its_end(show: Show) -> None:
    count = 40
    hands = show(lambda: tall(count))
    hands.point(hands.find("0").rect.center)
    hands.wheel(99)
    count = 15
    hands.again()
    assert hands.find("14").rect.bottom == hands.surface.get_height()
    hands.key(TAB, SHIFT)
    assert hands.find("14").rect.bottom == hands.surface.get_height()
    count = 2
    hands.again()
    assert hands.find("0").rect.top == 0


def test_scrolled_content_that_fills_the_view_is_drawn_again(show: Show) -> None:
    hands = show(lambda: Scroll(Canvas("look", None, height=2000), key="scroll"))
    hands.point((9, 9))
    pictures = []
    for _ in range(2):
        hands.wheel(1)
        part = hands.ui.parts()[0]
        pictures.append((tuple(part.bounds), part.look))
    assert pictures[0][0] == pictures[1][0] and pictures[0] != pictures[1]


def test_a_text_in_a_scroll_container_has_room_beside_the_scroll_bar(show: Show) -> None:
    words = Text("many words " * 400)
    show(lambda: Scroll(words, key="scroll"))
    again = Text(words.text)
    assert again.heights(Context(dark()), words.rect.width).preferred == words.rect.height


def test_a_drag_of_a_thumb_starts_where_it_was_pressed(show: Show) -> None:
    hands = show(tall)
    thumb = hands.find(("thumb", "list"))
    low = thumb.thumb(hands.ui).bottom - 2
    hands.press((thumb.rect.centerx, low))
    assert hands.find("0").rect.top == 0
    hands.release((thumb.rect.centerx, low))


def test_another_painter_builds_reused_elements_again(show: Show) -> None:
    hands = show(Space)

    def part() -> Element:
        return Button("words", print, key="text")

    hands.describe(lambda: Column(hands.ui.reuse(part), align=0))
    width = hands.find("text").rect.width
    hands.ui.resize((640, 480), dark(2.0))
    assert hands.find("text").rect.width > 1.5 * width


def test_a_moving_element_adds_no_targets(show: Show) -> None:
    hands = show(lambda: Column(Live(lambda: Button("a", print, key="a"))))
    for _ in range(3):
        hands.ui.move(Live)
        hands.frame()
    assert [target.element.key for target in hands.ui.top.frame.targets] == ["a"]


def test_requests_of_the_same_moment_are_added(show: Show) -> None:
    built = list[float]()

    def build() -> Element:
        built.append(1)
        return Column(Live(lambda: Text("live")))

    class Other(Live):
        pass

    hands = show(build)
    count = len(built)
    hands.ui.wake_in(0.5)
    hands.ui.wake_in(0.5, builds=False)
    hands.frame(0.5)
    assert len(built) == count + 1, "the redraw must not replace the rebuild"
    hands.ui.wake_in(0.5, builds=False)
    hands.ui.rebuild()
    hands.ui.tick(hands.ui.now + 0.5)
    hands.frame()
    assert len(built) == count + 2
    hands.ui.wake_in(0.5, builds=False)
    hands.again()
    assert hands.ui.seconds_to_change() == pytest.approx(0.5), "a rebuild keeps redraws"
    hands.frame(0.5)
    hands.ui.move(Live)
    hands.ui.move(Other)
    assert hands.ui.must_move == (Live, Other)


def test_a_time_starts_with_the_tick_after_a_change(show: Show) -> None:
    ui = show(Space).ui
    for now, value, seconds in (
        (10, "a", 0), (10, "a", 0), (15, "a", 0), (17, "a", 2), (18, "b", 0), (20, "b", 0),
        (21, "b", 1), (22, None, 0),
    ):  # fmt: skip
        ui.tick(now)
        assert ui.seconds_of("key", value) == seconds


def test_a_pointer_that_does_not_move_keeps_its_tooltip(show: Show) -> None:
    hands = show(two_tips)
    at = hands.find("a").rect.center
    for _ in range(2):
        hands.point(at)
        hands.frame(SECONDS)
        hands.frame(SECONDS)
        assert hands.ui.tip == Tip("It plays", "P")


def test_a_menu_opened_below_the_pointer_keeps_its_mark(show: Show) -> None:
    hands, chosen = show(Space), list[int]()
    hands.point((60, 430))
    menu(hands, chosen, count=30, current=20)
    rows = hands.find("menu")
    hands.point(rows.rect.center)
    hands.ui.close()
    menu(hands, chosen, count=30, current=20)
    hands.key(ENTER)
    assert chosen == [20]


def test_a_menu_at_the_edge_is_inside_the_window(show: Show) -> None:
    hands = show(Space)
    items = [Item("a text that is much wider than the button of the menu")]
    open_menu(hands.ui, pygame.Rect(600, 20, 40, 30), items, -1, print)
    hands.frame()
    assert hands.surface.get_rect().contains(hands.find("menu").rect)


def test_only_a_release_on_the_pressed_option_chooses(show: Show) -> None:
    chosen = Chosen()
    hands = show(chosen.build)
    one, step = hands.find("one"), hands.find("step")
    assert isinstance(one, Segments)
    hands.press(one.segments()[2].center)
    hands.release(one.segments()[4].center)
    hands.press(step.rect.midleft)
    hands.release((step.rect.left, step.rect.bottom + 50))
    assert chosen.values["one"] == chosen.values["step"] == 1


def test_a_menu_of_a_few_options_contains_the_chosen_one(show: Show) -> None:
    chosen, options = list[int](), [Option(number, f"number {number}") for number in range(9)]

    def build() -> Element:
        return Dropdown(options, 7, chosen.append, few=3, more=Item("More..."), key="few")

    hands = show(lambda: Column(build(), align=0))
    hands.click("few")
    texts = [item.text for item in hands.find("menu").items]
    assert texts == ["number 0", "number 1", "number 2", "number 7", "More..."]
    hands.key(pygame.K_END)
    hands.key(ENTER)
    assert len(hands.find("menu").items) == 9


def test_a_new_control_below_the_resting_pointer_is_hovered(show: Show) -> None:
    name = "a"
    hands = show(lambda: Column(*buttons([], name)))
    hands.point(hands.find("a").rect.center)
    name = "b"
    hands.again()
    assert hands.ui.hovered == "b"
