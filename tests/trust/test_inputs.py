"""A short run of tools/trust/inputs.py."""

from __future__ import annotations

import random

import pytest

from puzzler.board.errors import BoardError
from tools.trust import inputs, readers
from tools.trust.readers import READERS, Told, Wrong


@pytest.mark.parametrize("seed", [1, 2])
def test_spoilt_inputs_are_read_or_refused_in_one_line(seed: int) -> None:
    told = inputs.run(seed, range(1500))
    assert told.faults == []
    assert set(READERS) - {"formats", "words"} < set(told.read) and told.unsolvable > 5


def test_the_same_seed_gives_the_same_inputs_whatever_the_jobs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = (list(inputs.runs(3, 60, jobs)) for jobs in (1, 2))
    assert [told.read for told in one] == [told.read for told in other]


def test_what_is_wrong_is_found_and_can_be_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_differently(text: str, name: str | None = None) -> None:
        raise BoardError("two\nlines", line=99)

    monkeypatch.setattr(readers, "readings", read_differently)
    with pytest.raises(Wrong, match="not one printable line"):
        readers.formats_read("1 2/3 0", random.Random(1), Told())
    number = next(number for number in range(99) if inputs.input_of(number, 1)[0] == "formats")
    (fault,) = inputs.run(1, range(number, number + 1)).faults
    assert fault.endswith(f"--seed 1 --only {number}")
