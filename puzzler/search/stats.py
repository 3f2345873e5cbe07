"""What a search has done so far, in figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchStats:
    """A snapshot of a search's counters. Every algorithm counts alike."""

    expanded: int = 0
    """States whose successors were generated."""
    generated: int = 0
    """Successors made, without the one that takes the last move back."""
    duplicates: int = 0
    """Successors that were known already by a path at least as short."""
    reopened: int = 0
    """Expanded states that a shorter path reached again."""
    frontier: int = 0
    """States generated and not yet expanded."""
    peak_frontier: int = 0
    """The largest frontier so far."""
    stored: int = 0
    """Nodes held in memory."""
    bound: int = 0
    """The smallest f in the frontier (best-first) or the threshold (iterative deepening)."""
    depth: int = 0
    """g of the state expanded last: its distance from the start in moves."""
    deepest: int = 0
    """The largest g of all states generated, without those found at once to be known already."""
    best_h: int = 0
    """The smallest h of all states expanded."""
    elapsed: float = 0.0
    """Seconds spent searching, pauses left out."""
    bytes: int = 0
    """Bytes of the search's own arrays in use."""
    memory_bytes: int = 0
    """Bytes that the search may use at most."""
