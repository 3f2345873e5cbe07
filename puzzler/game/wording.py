"""What the session says, in one line each."""

from __future__ import annotations

from puzzler.search.result import Outcome, SearchResult
from puzzler.search.solve import promise

STOPPED = "stopped"
SEARCHING = "searching"
ALREADY_SOLVED = "the board is solved already"


def solved_by_hand(move_count: int) -> str:
    """Said when the person reaches the goal."""
    return f"solved in {_counted(move_count, 'move')}"


def outcome(result: SearchResult) -> str:
    """What came of a search, and what the answer is worth."""
    expanded = _counted(result.stats.expanded, "state")
    match result.status:
        case Outcome.SOLVED:
            moves = _counted(len(result.moves), "move")
            return f"{moves}, expanded {expanded}, {promise(result)}"
        case Outcome.UNSOLVABLE:
            return f"no moves lead to the goal, expanded {expanded}"
        case Outcome.CANCELLED:
            return f"{STOPPED}, expanded {expanded}"
        case Outcome.LIMIT if result.note:
            return f"{result.note}, expanded {expanded}"
        case Outcome.LIMIT:
            megabytes = result.stats.bytes / 1e6
            return (
                f"no answer within the limit: expanded {expanded}, {megabytes:,.0f} MB of memory, "
                f"{result.stats.elapsed:.1f} s"
            )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
