"""Tables as comma-separated values."""

from __future__ import annotations

import csv
import io

import pytest

from puzzler.csv_text import read_csv, write_csv


def test_cells_are_written_below_their_columns():
    text = write_csv([[1, None, "a,b"], [2.5, True, [1, 2]]], ["x", "y", "z"])
    assert text == 'x,y,z\n1,,"a,b"\n2.5,true,"[1, 2]"\n'
    assert write_csv([["a", 1]]) == "a,1\n"
    assert write_csv([]) == ""


@pytest.mark.parametrize("text", ["=1+1", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "-", "+"])
def test_text_is_never_written_as_a_formula(text):
    (cells,) = csv.reader(io.StringIO(write_csv([[text, "plain"]]), newline=""))
    assert cells == [f"'{text}".replace("\r", "\n"), "plain"]
    assert write_csv([], [text]) == write_csv([[text]])


@pytest.mark.parametrize("number", [-1, -2.5, "-1", "+0.5", "-1.5e-07", "7", "-.5"])
def test_numbers_are_plain(number):
    assert write_csv([[number]]) == f"{number}\n"


def test_written_rows_are_read_back_with_their_lines():
    rows = [["=1+1", "'quoted", "'"], ["two\nlines", "a,b", ""], ["-1", "'-", "last"]]
    text = write_csv(rows[:1]) + "\n" + write_csv(rows[1:])
    assert read_csv(text) == [(1, rows[0]), (3, rows[1]), (5, ["-1", "-", "last"])]
    with pytest.raises(ValueError, match="line 2: "):
        read_csv('a\n"' + "x" * (csv.field_size_limit() + 1) + '"\n')
