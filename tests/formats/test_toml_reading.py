from __future__ import annotations

import pytest

from puzzler.formats.toml_reading import TomlError, is_of_type, lines_of, parse

TEXT = '''# a comment = 1
title = "x"

[[step]] # the first
text = """
key = "no key"
[no.table]
"""
one = """on one line"""
a.b = 2
[step.runs.quick]
"key" = 1

[[step]]
text = \'\'\'
[[step]]
\'\'\'
list = [
  "two",
]
[step.runs.quick]
key = 3
'''


def test_keys_and_tables_have_line_numbers() -> None:
    assert lines_of(TEXT) == {
        ("title",): 2,
        ("step", 0): 4,
        ("step", 0, "text"): 5,
        ("step", 0, "one"): 9,
        ("step", 0, "a"): 10,
        ("step", 0, "a", "b"): 10,
        ("step", 0, "runs", "quick"): 11,
        ("step", 0, "runs", "quick", "key"): 12,
        ("step", 1): 14,
        ("step", 1, "text"): 15,
        ("step", 1, "list"): 18,
        ("step", 1, "runs", "quick"): 21,
        ("step", 1, "runs", "quick", "key"): 22,
    }


@pytest.mark.parametrize(
    ("value", "kinds"),
    [(True, {bool}), (3, {int, float}), (0.5, {float}), ("x", {str}), ([], {list}), ({}, {dict})],
)
def test_a_value_is_of_its_own_type_only(value: object, kinds: set[type]) -> None:
    types = (bool, int, float, str, list, dict)
    assert {kind for kind in types if is_of_type(value, kind)} == kinds
    assert is_of_type(value, object)


@pytest.mark.parametrize("end", ["", "\\"])
def test_quotes_that_are_not_closed_take_no_longer_than_others(end: str) -> None:
    """Each of them was searched for its end, which took minutes."""
    with pytest.raises(TomlError, match="line 1"):
        parse('\\"""\n' * 40_000 + end)
