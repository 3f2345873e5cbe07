"""``puzzler tables``: larger pattern databases, built on request."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from puzzler import humanize
from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, quoted
from puzzler.cli import option_types
from puzzler.cli.click_options import Words, argument, flag, option
from puzzler.cli.options import Json, LimitOptions
from puzzler.cli.output import ExitStatus, Output, notify, plain_table
from puzzler.cli.progress import bar
from puzzler.progress import BuildProgress

if TYPE_CHECKING:
    from rich.table import Table

    from puzzler.search.tables.collections import Collection

_NUMBERS = ("memory_bytes", "disk_bytes", "build_bytes")
PLAIN_STEP = 10
"""Percent between two progress lines without a terminal."""


def _collections(_: str) -> dict[str, str]:
    from puzzler.search.tables.collections import COLLECTIONS

    return {each.name: each.summary for each in COLLECTIONS}


def command(
    shape: option_types.Shape | None = argument(
        "[RxC]", "List only tables for boards of this size.", option_types.size
    ),
    *,
    build: str | None = option(
        "--build NAME",
        "Build these tables, or continue a stopped build.",
        Words(words=_collections),
    ),
    listing: bool = flag("--list", "List the tables (default)."),
    remove: str | None = option(
        "--remove NAME", "Remove these tables from the disk.", Words(words=_collections)
    ),
    memory_limit: float | None = option(
        "--memory-limit MB",
        "Limit memory to MB megabytes, or with a unit: 2GB. The default is 2.1 GB, at most 40 % of "
        "the machine.",
        option_types.megabytes,
    ),
    as_json: Json = False,
) -> int:
    """List, build or remove larger pattern databases.

    Searches with pattern-database use larger tables as soon as they are built. The standard tables
    are built by the first search that needs them. A build can be stopped at any time; the next
    build continues from the last saved state.
    """
    if (build is not None) + (remove is not None) + listing > 1:
        raise click.UsageError("choose one of --build, --list and --remove")
    if build is not None:
        return _build(_named(build, shape), LimitOptions(memory_limit=memory_limit).limit().memory)
    if remove is None:
        with Output() as out:
            rows = [*_rows(shape)]
            if as_json:
                for row in rows:
                    out.write(json.dumps(row))
            elif rows:
                out.show(_as_table(rows))
            else:
                assert shape is not None, "there are tables of some sizes"
                title = "{}x{}".format(*shape)
                out.write(f"No tables can be built for {title}: searches build their own.")
        return ExitStatus.SOLVED
    from puzzler.search.tables import collection_store

    collection = _named(remove, shape)
    size = collection_store.bytes_on_disk(collection)
    collection_store.remove(collection)
    notify(f"removed {remove}: {humanize.memory(size)}" if size else f"{remove} is not built")
    return ExitStatus.SOLVED


def _named(name: str, shape: option_types.Shape | None) -> Collection:
    from puzzler.search.tables import collections

    for collection in collections.COLLECTIONS:
        if collection.name == name and shape in (None, collection.shape):
            return collection
    names = ", ".join(each.name for each in collections.COLLECTIONS if shape in (None, each.shape))
    where = "" if shape is None else " for {}x{}".format(*shape)
    raise click.UsageError(
        f"unknown tables {quoted(name)}{where}; choose from {names or 'other sizes'}"
    )


def _build(collection: Collection, memory: int) -> ExitStatus:
    from puzzler.search import compilation
    from puzzler.search.compile_steps import prepare_larger_tables
    from puzzler.search.options import cores
    from puzzler.search.tables import collection_store

    if not compilation.load_compiled():
        raise PuzzlerError(
            f"larger tables require a compiled solver: {compilation.failure_reason()}"
        )
    if collection_store.bytes_to_build(collection) > memory:
        notify(
            f"building {collection.name} requires "
            f"{humanize.memory(collection_store.bytes_to_build(collection))} of memory, more than "
            f"the limit of {humanize.memory(memory)}"
        )
        return ExitStatus.LIMIT
    with _progress(f"building {collection.name}") as tell:

        def report(progress: BuildProgress | None) -> None:
            if progress is not None:
                tell(progress.done, f"building {progress.what}")

        collection_store.build(collection, report, threads=cores())
        tell(1.0, "preparing the solver for the tables")
        prepare_larger_tables(is_spread=collection.is_spread)
    size = humanize.memory(collection_store.bytes_on_disk(collection))
    notify(f"built {collection.name}: {size} on disk; searches use the tables from now on")
    return ExitStatus.SOLVED


def _rows(shape: option_types.Shape | None) -> Iterator[dict[str, Any]]:
    from puzzler.search import multi_tile
    from puzzler.search.heuristics import pattern_database
    from puzzler.search.tables import collection_store, collections

    shapes = dict.fromkeys(collection.shape for collection in collections.COLLECTIONS)
    for rows, columns in shapes if shape is None else [shape]:
        size, goal = f"{rows}x{columns}", Board.solved(rows, columns)
        for usual, use in (
            (pattern_database.usual_tables(goal), "standard tables"),
            (multi_tile.usual_tables(goal), "searches with --metric multi"),
        ):
            if usual.name:
                state = "built" if usual.is_there else "built when needed"
                yield _row(size, usual.name, (usual.memory, usual.on_disk, None), state, use)
        for each in collections.COLLECTIONS:
            if each.shape != (rows, columns):
                continue
            there = collection_store.count_stored(each)
            on_disk = collection_store.bytes_on_disk(each)
            state = "not built"
            if there == len(each.keys):
                state = "built"
            elif on_disk:
                state = f"started: {there} of {humanize.counted(len(each.keys), 'table')}"
            numbers = each.bytes, on_disk, collection_store.bytes_to_build(each)
            yield _row(size, each.name, numbers, state, each.summary)


def _row(
    size: str, name: str, numbers: tuple[int, int, int | None], state: str, summary: str
) -> dict[str, Any]:
    named = zip(_NUMBERS, numbers, strict=True)
    return {"size": size, "name": name, **dict(named), "state": state, "summary": summary}


def _as_table(rows: Iterable[dict[str, Any]]) -> Table:
    sizes = ("memory", "on disk", "to build")
    table = plain_table(
        "size", "tables", *sizes, "state", "good for", right=sizes, wrapped={"good for"}
    )
    for row in rows:
        numbers = (row[name] for name in _NUMBERS)
        texts = (humanize.memory(each) if each else humanize.NOTHING for each in numbers)
        table.add_row(row["size"], row["name"], *texts, row["state"], row["summary"])
    return table


@contextlib.contextmanager
def _progress(doing: str) -> Iterator[Callable[[float, str], None]]:
    """Yield a function that shows a share and an action: a bar, or lines without a terminal."""
    shown_step = -1

    def show_line(done: float, what: str) -> None:
        nonlocal shown_step
        step = int(100 * done) // PLAIN_STEP
        if step > shown_step:
            shown_step = step
            notify(f"{what}: {PLAIN_STEP * step} %")

    if sys.stderr is None or not sys.stderr.isatty():
        yield show_line
        return
    with bar(doing, 1, advice="Ctrl-C stops; the next build continues from here") as shown:
        shown.show()
        yield shown.set
