"""The menus of a method have only parameters that apply, and always give a valid method."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzler.search.method import BLIND, Method
from puzzler.search.registry import ALGORITHMS
from puzzler.window.common.method_choice import changed_method, method_choices, method_row
from puzzler.window.toolkit.element import Element


def choose_part(method: Method, part: str, value: object) -> Method:
    chosen: list[Method] = []
    choices = method_choices(method, chosen.append, print, key="m")
    next(choice for choice in choices if choice.key == ("m", part)).on_choose(value)
    return chosen[0]


@given(st.data())
def test_every_combination_of_choices_is_a_valid_method(data: st.DataObject) -> None:
    method = Method("astar")
    for _ in range(6):
        is_brief = data.draw(st.booleans())
        choices = method_choices(method, print, print, key="m", is_brief=is_brief)
        choice = data.draw(st.sampled_from(choices))
        assert choice.index >= 0, "the choice must be in the menu"
        value = data.draw(st.sampled_from([option.value for option in choice.options]))
        part = choice.key[1]
        method = choose_part(method, part, value)
        assert getattr(method, part.replace(" ", "_")) == value


def test_a_row_has_shorter_labels_if_there_is_little_space() -> None:
    def characters(row: Element) -> int:
        return sum(len(choice.options[choice.index].text) for choice in row.children)

    wide, narrow = method_row(Method("astar"), print, print).children
    assert characters(wide) > characters(narrow)


def test_only_parts_that_apply_are_in_the_menu() -> None:
    for name, algorithm in ALGORITHMS.items():
        parts = {choice.key[1] for choice in method_choices(Method(name), print, print, key="m")}
        assert ("heuristic" in parts) is algorithm.uses("heuristic")
        assert ("weight" in parts) is algorithm.uses("weight")
        assert ("order" in parts) is algorithm.uses("order")
        assert ("depth limit" in parts) is algorithm.uses("depth_limit")


def test_an_algorithm_has_its_default_heuristic_unless_one_was_chosen() -> None:
    own = Method("astar", "manhattan")
    assert changed_method(own, algorithm="idastar") == Method("idastar", "manhattan")
    assert changed_method(Method("bfs"), algorithm="astar") == own
    assert changed_method(Method("astar"), algorithm="greedy").heuristic == "manhattan"
    assert changed_method(own, algorithm="anytime") == Method("anytime")
    method = changed_method(own, heuristic="chessboard")
    assert changed_method(method, algorithm="greedy").heuristic == "chessboard"


def test_a_blind_method_gets_the_heuristic_of_an_informed_algorithm() -> None:
    own = Method("astar", BLIND)
    assert changed_method(own, algorithm="anytime") == Method("anytime")
    assert changed_method(own, weight=2).is_chosen
