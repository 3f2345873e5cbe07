"""What numba is given in place of its own cache, with a scripted store and compile results."""

from __future__ import annotations

import contextlib
import pickle

import pytest

from puzzler.search.kernels.machine_code import MachineCode


class Store:
    """Keeps in memory, and writes down what is asked of it."""

    def __init__(self, arrives_meanwhile: bytes | None = None) -> None:
        self.kept: dict[str, bytes] = {}
        self.calls: list[str] = []
        self.arrives_meanwhile = arrives_meanwhile

    def load(self, key: str) -> bytes | None:
        self.calls.append("load")
        return self.kept.get(key)

    def save(self, key: str, data: bytes) -> None:
        self.calls.append("save")
        self.kept[key] = data

    def lock(self, key: str) -> bool:
        self.calls.append("lock")
        if self.arrives_meanwhile is not None:
            self.kept[key] = self.arrives_meanwhile
        return True

    def unlock(self, key: str) -> None:
        self.calls.append("unlock")


class Target:
    """numba's target, as far as it is asked for anything."""

    def refresh(self) -> None:
        pass

    def codegen(self) -> Target:
        return self

    def magic_tuple(self) -> tuple[str, ...]:
        return ("machine",)


class Result:
    """A compile result."""

    def __init__(self, payload: object, *, has_dynamic_globals: bool = False) -> None:
        self.codegen = Target()
        self.library = self
        self.has_dynamic_globals = has_dynamic_globals
        self.payload = payload

    def _reduce(self) -> tuple[object, ...]:
        if isinstance(self.payload, Exception):
            raise self.payload
        return (self.payload,)


class Rebuilt:
    @staticmethod
    def _rebuild(target: object, *payload: object) -> object:
        return payload


def machine_code(store: Store, waits: list[str]) -> MachineCode:
    @contextlib.contextmanager
    def waiting():
        waits.append("waits")
        yield

    code = MachineCode(machine_code, store, waiting)
    code._results = Rebuilt
    return code


def test_what_was_saved_is_loaded_without_waiting_for_anybody():
    store, waits = Store(), []
    machine_code(store, waits).save_overload("(int64,)", Result("code"))
    assert store.calls == ["save", "unlock"]
    assert machine_code(store, waits).load_overload("(int64,)", Target()) == ("code",)
    assert store.calls[2:] == ["load"] and waits == []


def test_what_is_not_there_is_compiled_by_one_process():
    store, waits = Store(), []
    assert machine_code(store, waits).load_overload("(int64,)", Target()) is None
    assert store.calls == ["load", "lock", "load"] and waits == ["waits"]


def test_what_another_process_made_meanwhile_is_loaded():
    store, waits = Store(arrives_meanwhile=pickle.dumps(("theirs",))), []
    assert machine_code(store, waits).load_overload("(int64,)", Target()) == ("theirs",)
    assert store.calls == ["load", "lock", "load", "unlock"]


@pytest.mark.parametrize("data", [b"", b"no pickle", pickle.dumps(3), pickle.dumps(("x",))[:-3]])
def test_what_is_whole_but_of_no_use_is_compiled_anew(data):
    store = Store(arrives_meanwhile=data)
    assert machine_code(store, []).load_overload("(int64,)", Target()) is None
    assert "unlock" not in store.calls  # until it is saved


@pytest.mark.parametrize(
    "result", [Result(TypeError("cannot be pickled")), Result("code", has_dynamic_globals=True)]
)
def test_what_cannot_be_kept_runs_all_the_same(result):
    store = Store()
    machine_code(store, []).save_overload("(int64,)", result)
    assert store.calls == ["unlock"]
