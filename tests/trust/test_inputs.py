"""A short run of tools/trust/inputs.py."""

from __future__ import annotations

import math
import random

import pytest

from puzzler.board.errors import BoardError
from tools.trust import inputs
from tools.trust.harness import Fault
from tools.trust.input_readers import formats
from tools.trust.input_readers.formats import Results
from tools.trust.input_readers.readers import READERS


def test_damaged_inputs_are_read_or_rejected_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "SLOW", math.inf)  # time and memory depend on the machine
    monkeypatch.setattr(inputs, "MAX_MEMORY", math.inf)
    results = inputs.run(1, range(500))
    assert results.faults == []
    assert set(READERS) - {"formats", "words"} < set(results.read)


def test_the_same_seed_gives_the_same_inputs() -> None:
    one, other = ([inputs.input_of(number, 3)[:2] for number in range(50)] for _ in "12")
    assert one == other


def test_a_fault_is_found_and_can_be_reproduced(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_differently(text: str, name: str | None = None) -> None:
        raise BoardError("two\nlines", line=99)

    monkeypatch.setattr(formats, "readings", read_differently)
    with pytest.raises(Fault, match="not one line"):
        formats.check_message("'utf-8' codec can't decode byte 0xff in position 0")
    with pytest.raises(Fault, match="not one line"):
        formats.formats_read("1 2/3 0", random.Random(1), Results())
    number = next(number for number in range(99) if inputs.input_of(number, 1)[0] == "formats")
    (fault,) = inputs.run(1, range(number, number + 1)).faults
    assert fault.endswith(f"--seed 1 --only {number}")
