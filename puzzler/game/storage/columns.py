"""Columns of numbers from which statistics are made: 100,000 solves take milliseconds."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from puzzler.game.play.category import Category, Kind
from puzzler.game.storage.statistics import (
    CURVE_MEAN,
    MEANS,
    MOST_POINTS,
    Average,
    Bests,
    Curve,
    Means,
    Order,
    Point,
    Summary,
)

Whole = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Columns:
    """Every solve of one kind in the order in which they were kept; arrays of one length."""

    ids: Whole
    at: Whole
    """Whole seconds since 1970."""
    milliseconds: Whole
    moves: Whole
    shortest: Whole
    """0 where it is not known."""
    is_helped: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ids)

    def where(self, chosen: npt.NDArray[np.bool_] | Whole | slice) -> Columns:
        """Some of them, in the order of ``chosen``."""
        return Columns(
            self.ids[chosen],
            self.at[chosen],
            self.milliseconds[chosen],
            self.moves[chosen],
            self.shortest[chosen],
            self.is_helped[chosen],
        )

    def followed_by(self, others: Columns) -> Columns:
        """With later ones at the end."""
        return Columns(
            np.concatenate((self.ids, others.ids)),
            np.concatenate((self.at, others.at)),
            np.concatenate((self.milliseconds, others.milliseconds)),
            np.concatenate((self.moves, others.moves)),
            np.concatenate((self.shortest, others.shortest)),
            np.concatenate((self.is_helped, others.is_helped)),
        )

    def since(self, at: float | None) -> Columns:
        """Those kept at that time (seconds since 1970) or later; all for None."""
        return self if at is None else self.where(self.at >= int(at))

    @property
    def counted(self) -> Columns:
        """Those that enter the figures."""
        return self.where(~self.is_helped)


_NONE = np.empty(0, np.int64)
NOTHING = Columns(_NONE, _NONE, _NONE, _NONE, _NONE, _NONE != 0)
"""No solves."""


def bests(counted: Columns) -> Bests:
    """The bests of solves that enter the figures."""
    if not len(counted):
        return Bests()
    known = counted.where(counted.shortest > 0)
    return Bests(
        float(counted.milliseconds.min()) / 1000,
        int(counted.moves.min()),
        float((known.moves / known.shortest).min()) if len(known) else None,
    )


def summary(counted: Columns) -> Summary:
    """The figures of solves that enter them."""
    if not len(counted):
        return Summary()
    best = bests(counted)
    count, moves = len(counted), int(counted.moves.sum())
    milliseconds = int(counted.milliseconds.sum())
    return Summary(
        count,
        best.seconds,
        best.moves,
        best.efficiency,
        {size: _means(counted, size) for size in MEANS},
        Average(milliseconds / count / 1000, moves / count),
        1000 * moves / milliseconds if milliseconds else None,
    )


def curve(counted: Columns) -> Curve:
    """Times over the solves that enter the figures."""
    count = len(counted)
    if not count:
        return Curve()
    step = -(-count // (MOST_POINTS - 1))  # one point is kept for the fastest
    chosen = {*range(count - 1, -1, -step), int(counted.milliseconds.argmin())}
    means = _trimmed_means(counted.milliseconds, CURVE_MEAN) / 1000
    points = [
        Point(
            int(counted.ids[index]),
            float(counted.at[index]),
            float(counted.milliseconds[index]) / 1000,
            float(means[index - CURVE_MEAN + 1]) if index >= CURVE_MEAN - 1 else None,
        )
        for index in sorted(chosen)
    ]
    return Curve(tuple(points), count)


def sorted_ids(columns: Columns, order: Order, *, is_descending: bool) -> Whole:
    """The ids of all of ``columns``; what is not known comes last, and equals latest first."""
    latest_first = columns.where(slice(None, None, -1))
    if order is Order.DATE:
        return latest_first.ids if is_descending else columns.ids
    values = _values(latest_first, order)
    keys = np.nan_to_num(-values if is_descending else values, nan=np.inf)
    ids: Whole = latest_first.ids[np.argsort(keys, kind="stable")]
    return ids


def _values(columns: Columns, order: Order) -> Numbers:
    """What is sorted by, not a number where it is not known."""
    seconds: Numbers = columns.milliseconds / 1000
    moves: Numbers = columns.moves.astype(np.float64)
    shortest: Numbers = np.where(columns.shortest > 0, columns.shortest, np.nan)
    match order:
        case Order.SECONDS:
            return seconds
        case Order.MOVES:
            return moves
        case Order.SHORTEST:
            return shortest
        case Order.LOST:
            return moves - shortest
        case _:
            return moves / np.where(seconds > 0, seconds, np.nan)


def _means(counted: Columns, size: int) -> Means:
    if len(counted) < size:
        return Means(None, None)
    seconds = _trimmed_means(counted.milliseconds, size) / 1000
    moves = _trimmed_means(counted.moves, size)
    return Means(
        Average(float(seconds[-1]), float(moves[-1])),
        Average(float(seconds.min()), float(moves.min())),
    )


def _trimmed_means(values: Whole, size: int) -> Numbers:
    """Of every ``size`` neighbours the mean without the least and the greatest.

    The sums are of whole numbers, and therefore exact.
    """
    if len(values) < size:
        return np.empty(0)
    sums = np.cumsum(np.concatenate(([0], values)))
    sums = sums[size:] - sums[:-size]
    means: Numbers = (sums - _lowest(values, size) + _lowest(-values, size)) / (size - 2)
    return means


def _lowest(values: Whole, size: int) -> Whole:
    """The least of every ``size`` neighbours, by doubling: of 1, 2, 4, ... and then of two runs."""
    length = 1
    while 2 * length <= size:
        values = np.minimum(values[:-length], values[length:])
        length *= 2
    rest = size - length
    return np.minimum(values[: len(values) - rest], values[rest:])


PACKED = np.dtype(
    [
        ("id", ">u4"),
        ("at", ">u4"),
        ("milliseconds", ">u4"),
        ("moves", ">u4"),
        ("shortest", ">u2"),
        ("is_helped", "u1"),
    ]
)
"""A row of the table ``figures``, as ``schema.py`` packs it."""


class Figures:
    """Of every kind that was asked for. Its methods raise sqlite3.Error where they fail."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[Kind, Columns] = {}
        self._complete: set[Kind] = set()
        self._version = -1  # of what other windows have written

    def columns(self, kind: Kind) -> Columns:
        """Every solve of ``kind`` that was not deleted."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            self.forget()
        known = self._known.get(kind, NOTHING)
        if kind not in self._complete:
            last = int(known.ids[-1]) if len(known) else 0
            known = self._known[kind] = known.followed_by(self._read(kind, last))
            self._complete.add(kind)
        return known

    def forget(self) -> None:
        """Anything may have changed."""
        self._known.clear()
        self._complete.clear()

    def expect_more(self) -> None:
        """This window has added something, or has tried to."""
        self._complete.clear()

    def learn_shortest(self, number: int, moves: int) -> None:
        """This window has written the shortest solution of a solve."""
        for kind, columns in self._known.items():
            is_it = columns.ids == number
            if isinstance(kind, Category) and is_it.any():
                shortest = np.where(is_it, moves, columns.shortest)
                self._known[kind] = replace(columns, shortest=shortest)

    def drop(self, number: int, *, is_relay: bool) -> None:
        """This window has deleted a solve, or a relay."""
        for kind, columns in self._known.items():
            if isinstance(kind, Category) is not is_relay:
                self._known[kind] = columns.where(columns.ids != number)

    def _read(self, kind: Kind, after: int) -> Columns:
        packed = (
            self._read_solves(kind, after)
            if isinstance(kind, Category)
            else self._read_relays(after)
        )
        return Columns(
            ids=packed["id"].astype(np.int64),
            at=packed["at"].astype(np.int64),
            milliseconds=packed["milliseconds"].astype(np.int64),
            moves=packed["moves"].astype(np.int64),
            shortest=packed["shortest"].astype(np.int64),
            is_helped=packed["is_helped"] != 0,
        )

    def _read_solves(self, kind: Category, after: int) -> npt.NDArray[np.void]:
        # one long text instead of a hundred thousand rows: a fifth of the time
        (text,) = self._connection.execute(
            "SELECT group_concat(packed, '') FROM figures WHERE kind = (SELECT id FROM kinds"
            " WHERE (rows, columns, goal, difficulty, blindfold) = (?, ?, ?, ?, ?)) AND solve > ?",
            (
                kind.rows,
                kind.columns,
                kind.goal,
                kind.difficulty.value,
                int(kind.is_blindfold),
                after,
            ),
        ).fetchone()
        packed = np.frombuffer(bytes.fromhex(text or ""), PACKED)
        if (np.diff(packed["id"].astype(np.int64)) < 0).any():  # no order of joining is promised
            packed = np.sort(packed, order="id")
        return packed

    def _read_relays(self, after: int) -> npt.NDArray[np.void]:
        rows = self._connection.execute(
            "SELECT id, CAST(solved_at AS INTEGER), CAST(round(1000 * seconds) AS INTEGER),"
            " move_count, 0, assisted FROM relays WHERE id > ? ORDER BY id",
            (after,),
        ).fetchall()
        return np.array(rows, PACKED)
