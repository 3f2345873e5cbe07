"""Numbers and JSON in texts of users."""

from __future__ import annotations

import math

import pytest

from puzzler.board.numbers import decimal_number, parse_json, whole_number

NOT_ASCII = ["", "²", "٣", "\uff11\uff12", "1_0", " 5", "5\n", "+5", "0x1", "9" * 5000]


@pytest.mark.parametrize("text", [*NOT_ASCII, "1.5"])
def test_other_digits_and_long_numbers_are_not_whole_numbers(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number from 0") as error:
        whole_number(text)
    assert len(str(error.value)) < 80


@pytest.mark.parametrize("text", [*NOT_ASCII, "1e400", "nan", "inf", "1e0001", ".", "9" * 41])
def test_other_digits_and_infinity_are_not_decimals(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number from 0"):
        decimal_number(text)


def test_numbers_out_of_range_are_errors() -> None:
    assert (whole_number("007"), decimal_number("1.5e2")) == (7, 150)
    assert whole_number("-3", -math.inf) == -3
    assert [whole_number(text, 1, 20) for text in ("1", "20")] == [1, 20]
    assert [decimal_number(text, 1, 20) for text in ("1.", "20")] == [1, 20]
    assert [decimal_number(text) for text in (".5", "0", "5e-001")] == [0.5, 0, 0.5]
    assert (whole_number("9" * 40), decimal_number("9" * 40)) == (10**40 - 1, 1e40)
    with pytest.raises(ValueError, match=r"from 0 with at most 40 digits$"):
        whole_number("9" * 41)
    with pytest.raises(ValueError, match=r"is not a whole number from 0$"):
        whole_number("x" * 40)
    with pytest.raises(ValueError, match="is not a number from 1 to 20"):
        decimal_number("0.99", 1, 20)
    with pytest.raises(ValueError, match="from 1 to 2,000"):
        whole_number("2001", 1, 2000)
    with pytest.raises(ValueError, match="of at most 40 digits"):
        whole_number("x", -math.inf)


def test_json_errors_do_not_quote_python() -> None:
    assert parse_json('{"a": [-1, 2.5]}') == {"a": [-1, 2.5]}
    with pytest.raises(ValueError, match="not a whole number of at most 40 digits"):
        parse_json("[" + "9" * 5000 + "]")
    with pytest.raises(ValueError, match="nested too deeply"):
        parse_json("[" * 100_000)
