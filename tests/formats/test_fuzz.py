"""Spoilt texts in every format: a short run of what tools/fuzz_formats.py does a million times."""

from __future__ import annotations

import random

import pytest

from puzzler.board.errors import BoardError
from tools import fuzz_formats
from tools.fuzz_formats import Told, Wrong


@pytest.mark.parametrize("seed", range(4))
def test_spoilt_texts_are_refused_in_one_line_or_read_in_one_way(seed):
    told = fuzz_formats.run(seed, 400)
    assert told.faults == []
    assert told.read > 20 and told.unsolvable > 5


def test_the_same_seed_gives_the_same_texts_whatever_the_jobs():
    one, other = (list(fuzz_formats.runs(seed=3, count=100, jobs=jobs)) for jobs in (1, 2))
    assert [told.by_form for told in one] == [told.by_form for told in other]


def test_what_is_wrong_is_found(monkeypatch):
    def read_differently(text, name=None):
        raise BoardError("two\nlines", line=99)

    monkeypatch.setattr(fuzz_formats, "readings", read_differently)
    with pytest.raises(Wrong, match="not one line"):
        fuzz_formats.check("1 2/3 0", random.Random(1), Told())
