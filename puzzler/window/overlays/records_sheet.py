"""The records: what was reached on every kind of board that was solved by hand."""

from __future__ import annotations

from puzzler import words
from puzzler.game.play.records import Category, Record
from puzzler.game.session import Session
from puzzler.window.overlays.blocks import Facts, Words
from puzzler.window.overlays.sheet import Block, Sheet

NO_RECORDS = (
    "Nothing here yet. Solve a shuffled board by hand, without hints and without the AI, and your "
    "best time and fewest moves appear here."
)


def records_sheet(session: Session) -> Sheet:
    """The kind of board that is being played first, then the others, the most played first."""
    present = session.boards.category
    known = {c: record for c, record in session.boards.records.by_category.items() if record.solves}
    others = sorted(
        (category for category in known if category != present),
        key=lambda category: -known[category].solves,
    )
    blocks: list[Block] = []
    for category in [*([present] if present in known else []), *others]:
        assert category is not None, "it has a record"
        blocks.append(Words(category_title(category), units=15, is_strong=True))
        blocks.append(Facts(_rows(known[category]), share=0.5, are_figures=True))
    return Sheet("Records", blocks or [Words(NO_RECORDS)], width_units=520)


def category_title(category: Category) -> str:
    """A kind of board in words."""
    size = f"{category.rows}{words.TIMES}{category.columns}"
    goal = category.goal.replace("-", " ") if "/" not in category.goal else "own"
    return f"{size}, {goal} goal, {category.difficulty.label.lower()}"


def _rows(record: Record) -> list[tuple[str, str]]:
    rows = [
        ("Best time", words.precise_time(record.best_seconds or 0.0)),
        ("Fewest moves", f"{record.best_moves or 0:,.0f}"),
    ]
    for count in (5, 12):
        average = record.average(count)
        if average is not None:
            time = words.precise_time(average.seconds)
            rows.append((f"Average of {count}", f"{time}, {average.moves:.1f} moves"))
    rows.append(("Solved", words.counted(record.solves, "time")))
    return rows
