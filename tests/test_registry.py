"""Registries that find their modules by reading the source."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from puzzler import registry
from puzzler.formats.format import Format

FORM = """
from puzzler.formats.format import Format
FORMAT = Format(
    name={name!r}, title="", summary="", rank={rank}, pattern=bool, read=print, example=""
)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A package of three modules, two of which register themselves."""
    folder = tmp_path / "toys"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "helper.py").touch()
    (folder / "a.py").write_text(FORM.format(name="first", rank=2))
    (folder / "b.py").write_text(FORM.format(name="second", rank=1))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield import_module("toys")
    for name in [name for name in sys.modules if name.partition(".")[0] == "toys"]:
        del sys.modules[name]


def add(package: ModuleType, name: str, text: str) -> None:
    (Path(package.__path__[0]) / f"{name}.py").write_text(text)


def test_a_module_that_registers_itself_is_found(package: ModuleType) -> None:
    assert list(registry.by_module(package, "FORMAT")) == ["a", "b"]
    assert list(registry.by_name(package, "FORMAT", Format)) == ["second", "first"]
    add(package, "c", FORM.format(name="third", rank=0))
    assert list(registry.by_name(package, "FORMAT", Format)) == ["third", "second", "first"]


def test_other_modules_are_not_imported(package: ModuleType) -> None:
    add(package, "reading", "raise ImportError")
    assert list(registry.by_module(package, "FORMAT", besides=("reading",))) == ["a", "b"]


def test_two_modules_with_the_same_name_are_an_error(package: ModuleType) -> None:
    add(package, "c", FORM.format(name="first", rank=0))
    with pytest.raises(ValueError, match="two are called 'first'"):
        registry.by_name(package, "FORMAT", Format)


def test_a_registered_name_that_is_missing_is_an_error(package: ModuleType) -> None:
    add(package, "c", "FORMAT = 'letters'")
    with pytest.raises(TypeError, match=r"FORMAT of toys\.c is no Format"):
        registry.by_name(package, "FORMAT", Format)
