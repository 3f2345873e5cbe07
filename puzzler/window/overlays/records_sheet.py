"""The records: what was reached on every kind of board that was solved by hand."""

from __future__ import annotations

from puzzler import words
from puzzler.game.play.statistics import Summary
from puzzler.game.session import Session
from puzzler.window.overlays.blocks import Facts, Words
from puzzler.window.overlays.sheet import Block, Sheet

NO_RECORDS = (
    "Nothing here yet. Solve a shuffled board by hand, without hints and without the AI, and your "
    "best time and fewest moves appear here."
)


def records_sheet(session: Session) -> Sheet:
    """The kind of board that is being played first, then the others, the one solved last first."""
    score, present = session.sitting.score, session.boards.category
    blocks: list[Block] = []
    for kind in sorted(score.kinds(), key=lambda kind: kind != present):
        summary = score.summary(kind)
        if summary.count:
            blocks.append(Words(kind.title, units=15, is_strong=True))
            blocks.append(Facts(_rows(summary), share=0.5, are_figures=True))
    return Sheet("Records", blocks or [Words(NO_RECORDS)], width_units=520)


def _rows(summary: Summary) -> list[tuple[str, str]]:
    rows = [
        ("Best time", words.precise_time(summary.best_seconds or 0.0)),
        ("Fewest moves", f"{summary.best_moves or 0:,}"),
    ]
    for count, (current, _) in summary.means.items():
        if current is not None:
            time = words.precise_time(current.seconds)
            rows.append((f"Mean of {count}", f"{time}, {current.moves:.1f} moves"))
    rows.append(("Solved", words.counted(summary.count, "time")))
    return rows
