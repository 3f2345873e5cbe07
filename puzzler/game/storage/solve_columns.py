"""The columns that statistics are made of, read from the database once and then kept up to date."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from puzzler.game.play.category import Category, Kind
from puzzler.game.storage.columns import NOTHING, Columns

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
