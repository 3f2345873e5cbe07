"""The tables of the database, and the upgrade of files of older versions."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from itertools import chain

APPLICATION = 0x505A4C52
"""The application id of Puzzler's files ("PZLR")."""
MAX_PAGES = 8192
"""Maximum number of 4096-byte pages for which the table of solves is checked on opening."""


class NewerError(Exception):
    """The file was written by a newer version."""


class ForeignError(Exception):
    """The file is damaged, or another program's database."""


VERSION_1 = (
    """
CREATE TABLE games (              -- the game of one window, with its undo and redo stacks
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    present INTEGER NOT NULL,     -- the position of the current step
    next_number INTEGER NOT NULL, -- the number of the next play
    touched REAL NOT NULL         -- seconds since 1970; -1 if the game is unreadable
)""",
    """
CREATE TABLE scenarios (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    start TEXT NOT NULL,
    goal TEXT NOT NULL,
    seed TEXT,                    -- may have more digits than an INTEGER
    shuffle_moves INTEGER NOT NULL,
    difficulty TEXT NOT NULL,     -- of the shuffle; empty if unknown
    labels TEXT,                  -- a JSON list
    title TEXT NOT NULL           -- a JSON string
)""",
    """
CREATE TABLE steps (              -- undo stack, current play and redo stack, in this order
    game INTEGER NOT NULL,
    position INTEGER NOT NULL,
    scenario INTEGER NOT NULL,
    number INTEGER NOT NULL,      -- of the play
    moves TEXT NOT NULL,          -- from the previous step, over UDLR; empty at the start of a play
    tiles TEXT,                   -- only if the moves do not determine them
    move_count INTEGER NOT NULL,
    seconds REAL NOT NULL,
    assisted INTEGER NOT NULL,
    PRIMARY KEY (game, position)
) WITHOUT ROWID""",
    """
CREATE TABLE solves (             -- by hand
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,      -- of the play; each play counts once
    rows INTEGER NOT NULL,
    columns INTEGER NOT NULL,
    goal TEXT NOT NULL,
    difficulty TEXT,              -- null if the board was not shuffled
    start TEXT NOT NULL,
    seed TEXT,
    shuffle_moves INTEGER NOT NULL,
    moves TEXT NOT NULL,          -- every move, over UDLR
    times TEXT NOT NULL,          -- of every move, in milliseconds of play, separated by spaces
    move_count INTEGER NOT NULL,
    seconds REAL NOT NULL,
    assisted INTEGER NOT NULL,
    solved_at REAL NOT NULL,      -- seconds since 1970
    UNIQUE (game, number)
)""",
)
"""The tables of version 1, which every new file starts with."""


_IS_3X3_OR_4X4 = " OR ".join(
    # the number of separators between rows, and between tiles in a row
    f"length(start) - length(replace(start, '/', '')) = {side - 1}"
    f" AND length(start) - length(replace(start, ' ', '')) = {side * (side - 1)}"
    for side in (3, 4)
)

VERSION_2 = (
    "ALTER TABLE steps ADD COLUMN coached INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE steps ADD COLUMN blindfold INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE solves ADD COLUMN coached INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE solves ADD COLUMN blindfold INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE solves ADD COLUMN shortest INTEGER",  # null if not proven
    # a deleted solve stays as a row without a path, because its play must not count again
    "ALTER TABLE solves ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE solves ADD COLUMN title TEXT NOT NULL DEFAULT ''",
    "DROP INDEX IF EXISTS solves_by_category",
    # these shapes were graded by the number of random moves; since version 2 by the distance
    *(
        f"UPDATE {table} SET difficulty = difficulty || '-by-moves'"
        f" WHERE difficulty IN ('easy', 'medium', 'hard') AND ({_IS_3X3_OR_4X4})"
        for table in ("solves", "scenarios")
    ),
    """
CREATE TABLE relays (
    id INTEGER PRIMARY KEY,
    splits TEXT NOT NULL,         -- a JSON list of [seconds, moves], 2x2 first
    move_count INTEGER NOT NULL,
    seconds REAL NOT NULL,
    assisted INTEGER NOT NULL,
    solved_at REAL NOT NULL
)""",
    """
CREATE TABLE cards (              -- positions to drill
    id INTEGER PRIMARY KEY,
    board TEXT NOT NULL,
    goal TEXT NOT NULL,
    distance INTEGER NOT NULL,    -- of a shortest solution
    kind TEXT NOT NULL,
    box INTEGER NOT NULL,         -- 1 to 5
    due_at REAL NOT NULL,
    UNIQUE (board, goal)
)""",
    "CREATE INDEX cards_by_due_at ON cards (due_at)",
    """
CREATE TABLE answers (
    id INTEGER PRIMARY KEY,
    card INTEGER NOT NULL,
    is_right INTEGER NOT NULL,
    answered_at REAL NOT NULL
)""",
)

VERSION_3 = (
    """
CREATE TABLE predictions (        -- predictions of the next expansion of a search
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,           -- the kind of the question
    is_right INTEGER NOT NULL,
    answered_at REAL NOT NULL
)""",
    # the statistics of predictions are read from this index alone
    "CREATE INDEX predictions_by_answer ON predictions (is_right, id)",
)

VERSION_4 = (
    """
CREATE TABLE lesson_steps (       -- progress in lessons
    lesson TEXT NOT NULL,
    step INTEGER NOT NULL,        -- from 0
    seen_at REAL NOT NULL,        -- time when the step was shown last
    answer TEXT,                  -- the last answer to the question
    is_right INTEGER,
    PRIMARY KEY (lesson, step)
) WITHOUT ROWID""",
)

VERSION_5 = (
    # cards that were generated and skipped were kept as due; now they are kept when answered
    "DELETE FROM cards WHERE kind = 'generated' AND id NOT IN (SELECT card FROM answers)",
)

VERSION_6 = (
    # Versions 2 to 5 packed the figures of each solve as hexadecimal text, kept by three triggers.
    # An index is slower, 35 to 55 ms for 20,000 solves instead of 3 ms, but a new figure needs no
    # packing, and the window reads in the background.
    "DROP TRIGGER IF EXISTS solve_added",
    "DROP TRIGGER IF EXISTS solve_changed",
    "DROP TRIGGER IF EXISTS solve_removed",
    "DROP TABLE IF EXISTS figures",
    "DROP TABLE IF EXISTS kinds",
)

VERSION_7 = (
    # why the solve is not ranked: "retry", "first move" or ""
    "ALTER TABLE solves ADD COLUMN unranked TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX solves_by_seed ON solves (seed)",
)

VERSION_8 = (
    # multi-tile moves; null for older solves and if the path is incomplete
    "ALTER TABLE solves ADD COLUMN slides INTEGER",
)

VERSION_9 = (
    "ALTER TABLE solves ADD COLUMN penalty TEXT NOT NULL DEFAULT ''",  # "DNF", "+2" or ""
    "ALTER TABLE solves ADD COLUMN session INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE relays ADD COLUMN session INTEGER NOT NULL DEFAULT 1",
    """
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    chosen_at REAL NOT NULL       -- new solves belong to the session that was chosen last
)""",
    "INSERT INTO sessions VALUES (1, 'Default', 0.0)",
)

VERSION_10 = (
    # sizes of the boards: a marathon has boards of one size
    "ALTER TABLE relays ADD COLUMN stages TEXT NOT NULL DEFAULT '2x2 3x3 4x4 5x5'",
    "CREATE INDEX relays_by_stages ON relays (stages, solved_at)",
)

VERSION_11 = (
    "ALTER TABLE steps ADD COLUMN is_watched INTEGER NOT NULL DEFAULT 0",  # moves of a playback
)

OF_ONE_KIND = "rows, columns, goal, difficulty, blindfold"
EFFICIENCY = "iif(move_count > 0 AND shortest > 0, 1.0 * move_count / shortest, NULL)"
"""Moves divided by the length of a shortest solution; null if either is unknown."""
LISTED = "NOT deleted AND difficulty IS NOT NULL"
"""Condition of the solves in the statistics. SQLite uses an index only for queries with its
condition."""
FINISHED = f"{LISTED} AND penalty <> 'DNF'"
RANKED = f"{FINISHED} AND NOT assisted AND NOT coached AND unranked = ''"
"""Condition of the solves that can be a best."""

VERSION_12 = (
    # each best, the latest times and each day are found without reading all solves
    "DROP INDEX IF EXISTS solves_by_kind",
    f"""
CREATE INDEX solves_by_kind ON solves (
    {OF_ONE_KIND}, session, solved_at, id, seconds, move_count,
    slides, shortest, assisted, coached, unranked, penalty, deleted
) WHERE {LISTED}""",
    f"CREATE INDEX solves_by_seconds ON solves ({OF_ONE_KIND}, seconds) WHERE {RANKED}",
    f"CREATE INDEX solves_by_moves ON solves ({OF_ONE_KIND}, move_count) WHERE {RANKED}",
    f"CREATE INDEX solves_by_slides ON solves ({OF_ONE_KIND}, slides) WHERE {RANKED}",
    f"CREATE INDEX solves_by_efficiency ON solves ({OF_ONE_KIND}, {EFFICIENCY}) WHERE {RANKED}",
    f"CREATE INDEX solves_by_day ON solves (solved_at) WHERE {FINISHED}",
)

_TABLE_NAMES = "SELECT name FROM sqlite_master WHERE type = 'table'"
_VERSIONS = (
    *(VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6),
    *(VERSION_7, VERSION_8, VERSION_9, VERSION_10, VERSION_11, VERSION_12),
)
"""The statements that lead to each version. To change the tables, add a version."""
VERSION = len(_VERSIONS)


def set_up(connection: sqlite3.Connection) -> None:
    """Create the tables of a new file or upgrade an older file, in one transaction.

    Raises NewerError or ForeignError if the file is not one of this program, sqlite3.Error if it
    cannot be read or written.
    """
    is_up_to_date = _is_up_to_date(connection)
    _check_pages(connection)
    if not is_up_to_date:
        connection.execute("BEGIN IMMEDIATE")  # ended by closing the file after an error
        # another window may have done it by now
        if not _is_up_to_date(connection):
            _upgrade(connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    with closing(sqlite3.connect(":memory:")) as new:
        _upgrade(new)
        if _columns(connection) != _columns(new):
            raise ForeignError("its tables have other columns or triggers")


def _upgrade(connection: sqlite3.Connection) -> None:
    for statement in chain(*_VERSIONS[_version(connection) :]):
        connection.execute(statement)


def _columns(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the columns of all tables of this program, and the triggers of the file."""
    query = (
        "SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_xinfo(t.name) c"
        " WHERE t.type = 'table' UNION ALL"
        " SELECT '', name FROM sqlite_master WHERE type = 'trigger'"
    )
    tables = {"", *_tables(VERSION)}
    return [row for row in connection.execute(query) if row[0] in tables]


def _is_up_to_date(connection: sqlite3.Connection) -> bool:
    """Whether the file has the current version. False for a new file."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    version = _version(connection)
    tables = {name for (name,) in connection.execute(_TABLE_NAMES)}
    if application == 0 and version == 0 and not tables:
        return False
    if application != APPLICATION:
        raise ForeignError("it is another program's database")
    if version > VERSION:
        raise NewerError
    if version < 1 or not _tables(version) <= tables:
        raise ForeignError("tables are missing")
    return version == VERSION


def _check_pages(connection: sqlite3.Connection) -> None:
    """Raise ForeignError if the file is damaged. The solves of a large file are not checked."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    tables = _tables(_version(connection)) - {"solves"} if pages > MAX_PAGES else ()
    for what in tables or ["1"]:
        (verdict,) = connection.execute(f"PRAGMA quick_check({what})").fetchone()
        if verdict != "ok":
            raise ForeignError(verdict)


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _tables(version: int) -> set[str]:
    statements = "".join(chain(*_VERSIONS[:version]))
    return {*re.findall(r"CREATE TABLE (\w+)", statements)}
