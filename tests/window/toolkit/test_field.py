"""Text fields: letters, keys, clipboard and accepted characters."""

from __future__ import annotations

from functools import partial

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzler.window.toolkit.context import Clipboard
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.field import Field, FieldState, one_line
from puzzler.window.toolkit.layout import At, Column
from tests.window.toolkit.conftest import Hands, Show

CTRL = pygame.KMOD_LCTRL
LEFT, RIGHT, HOME, END = pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END
BACK, DELETE = pygame.K_BACKSPACE, pygame.K_DELETE


class Written:
    def __init__(self, show: Show, text: str = "", **options: object) -> None:
        self.text, self.options, self.entered = text, options, 0
        self.hands: Hands = show(self.build)

    def build(self) -> Element:
        return Column(
            Field(self.text, self.change, on_enter=self.enter, key="field", **self.options)  # type: ignore[arg-type]  # as each test has it
        )

    def change(self, text: str) -> None:
        self.text = text

    def enter(self) -> None:
        self.entered += 1

    @property
    def state(self) -> FieldState:
        field = self.hands.find("field")
        assert isinstance(field, Field)
        return field.own_state(self.hands.ui)


def test_text_of_an_input_method_is_shown_and_entered_when_it_is_complete(show: Show) -> None:
    written = Written(show, "ab")
    hands = written.hands
    hands.click("field")
    hands.key(END)
    hands.key(LEFT)
    for text in ("n", "ni"):
        hands.send(pygame.Event(pygame.TEXTEDITING, text=text, start=0, length=0))
    assert (written.text, written.state.composition) == ("ab", "ni")
    for key in (BACK, pygame.K_RETURN, LEFT):
        assert hands.key(key), "the input method uses the key"
    assert (written.text, written.entered, written.state.caret) == ("ab", 0, 1)
    hands.type("\u65e5\u00e9\U0001f600")
    assert (written.text, written.state.composition) == ("a\u65e5\u00e9\U0001f600b", "")
    hands.key(BACK)
    assert written.text == "a\u65e5\u00e9b"


def test_an_abandoned_composition_does_not_block_the_field(show: Show) -> None:
    written = Written(show, "ab")
    hands = written.hands
    hands.click("field")
    hands.send(pygame.Event(pygame.TEXTEDITING, text="n", start=0, length=0))
    hands.ui.focus(None)
    hands.ui.parts()
    hands.ui.focus("field")
    hands.key(END)
    hands.key(BACK)
    assert written.text == "a"


def test_letters_are_inserted_at_the_caret(show: Show) -> None:
    written = Written(show)
    hands = written.hands
    hands.type("x")
    assert written.text == "", "the field is not focused"
    hands.click("field")
    hands.type("abd")
    hands.key(LEFT)
    hands.type("c")
    assert written.text == "abcd"
    for key in (HOME, DELETE, END, BACK):
        hands.key(key)
    assert written.text == "bc"
    hands.key(pygame.K_RETURN)
    assert written.entered == 1
    assert hands.key(pygame.K_F5), "a field handles every key"
    assert not hands.key(pygame.K_ESCAPE)


def test_a_click_selects_all_and_the_clipboard_is_used(show: Show) -> None:
    written = Written(show, "before", between_lines=" / ")
    hands = written.hands
    hands.click("field")
    hands.key(pygame.K_c, CTRL)
    assert hands.clipboard.text == "before"
    hands.type("a")
    assert written.text == "a"
    hands.clipboard.text = "1 2\n3 0"
    hands.key(pygame.K_v, CTRL)
    assert written.text == "a1 2 / 3 0"
    hands.key(pygame.K_a, CTRL)
    hands.key(pygame.K_x, CTRL)
    assert (written.text, hands.clipboard.text) == ("", "a1 2 / 3 0")
    hands.clipboard.is_there = False
    hands.key(pygame.K_v, CTRL)
    assert written.text == ""


def test_with_autofocus_typed_text_replaces_the_contents(show: Show) -> None:
    written = Written(show, "name", autofocus=True)
    written.hands.type("other")
    assert written.text == "other"


def test_rejected_and_surplus_characters_are_dropped(show: Show) -> None:
    written = Written(show, accepts=str.isdigit, max_length=4)
    written.hands.click("field")
    written.hands.type("1a2b3c4d5e")
    assert written.text == "1234"


def test_a_text_set_by_the_program_moves_the_caret_to_its_end(show: Show) -> None:
    written = Written(show, "one")
    written.hands.click("field")
    written.text = "another"
    written.hands.again()
    assert (written.state.text, written.state.caret) == ("another", 7)


keys = st.sampled_from([LEFT, RIGHT, HOME, END, BACK, DELETE])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(steps=st.lists(st.one_of(keys, st.text("abc \n", min_size=1, max_size=4)), max_size=12))
def test_editing_equals_editing_a_list_of_letters(show: Show, steps: list[int | str]) -> None:
    written = Written(show)
    written.hands.click("field")
    letters, caret = list[str](), 0
    for step in steps:
        if isinstance(step, str):
            written.hands.type(step)
            added = one_line(step)
            letters[caret:caret] = added
            caret += len(added)
            continue
        written.hands.key(step)
        if step in (LEFT, RIGHT):
            caret = max(0, min(len(letters), caret + (1 if step == RIGHT else -1)))
        elif step in (HOME, END):
            caret = 0 if step == HOME else len(letters)
        elif step == BACK and caret:
            caret -= 1
            del letters[caret]
        elif step == DELETE and caret < len(letters):
            del letters[caret]
    assert (written.state.text, written.state.caret) == ("".join(letters), caret)


def test_a_long_text_is_shown_from_its_start_if_that_is_wanted(show: Show) -> None:
    def build(*, shows_start: bool) -> Element:
        field = Field("1 2 3 4/" + "5" * 99, str, key="field")
        field.shows_start = shows_start
        return At(field, x=0)

    hands = show(partial(build, shows_start=False))
    end = pygame.image.tobytes(hands.surface, "RGB")
    hands.describe(partial(build, shows_start=True))
    assert pygame.image.tobytes(hands.surface, "RGB") != end
    hands.click("field")
    hands.key(END)
    start = pygame.image.tobytes(hands.surface, "RGB")
    hands.describe(partial(build, shows_start=False))
    assert pygame.image.tobytes(hands.surface, "RGB") == start, "the caret must be visible"


def test_keys_replace_a_selection_or_end_it(show: Show) -> None:
    written = Written(show, "before")
    hands = written.hands
    hands.click("field")
    hands.key(pygame.K_x, CTRL | pygame.KMOD_RALT)
    assert written.text == "before", "AltGr enters a character"
    hands.key(LEFT)
    hands.type("x")
    assert written.text == "beforxe"
    hands.key(pygame.K_a, CTRL)
    hands.key(BACK)
    assert written.text == ""
    hands.clipboard.text = "of another program"
    hands.key(pygame.K_c, CTRL)
    assert hands.clipboard.text == "of another program", "there is nothing to copy"


def test_a_full_field_takes_no_letters_anywhere(show: Show) -> None:
    written = Written(show, "1234", max_length=4)
    written.hands.click("field")
    written.hands.key(HOME)
    written.hands.type("9")
    assert written.text == "1234"
    set_value = written.hands.find("field").spoken_actions(written.hands.ui)["SET_VALUE"]
    set_value("5\n6789")
    assert (written.text, written.state.caret) == ("5 67", 4)


def test_a_text_of_the_program_is_not_selected(show: Show) -> None:
    written = Written(show, "one")
    written.hands.click("field")
    written.text = "another"
    written.hands.again()
    written.hands.type("!")
    assert written.text == "another!"


def test_without_a_function_for_enter_the_key_is_passed_on(show: Show) -> None:
    hands = show(lambda: Column(Field("", str, key="field")))
    hands.click("field")
    assert not hands.key(pygame.K_RETURN)


@pytest.mark.parametrize("error", [pygame.error("no clipboard"), ValueError("a surrogate")])
def test_a_failing_clipboard_is_a_missing_one(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    texts, clipboard = list[str](), Clipboard()

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(pygame.scrap, "put_text", texts.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "".join(texts))
    assert clipboard.paste() is None
    assert clipboard.copy("8 6") and clipboard.paste() == "8 6"
    for name in ("put_text", "get_text"):
        monkeypatch.setattr(pygame.scrap, name, fail)
    assert (clipboard.copy("8 6"), clipboard.paste()) == (False, None)
