"""What a text promises about the shortest answer, against what a search has found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzler.humanize import counted

if TYPE_CHECKING:
    from puzzler.formats.format import Contents
    from puzzler.search.result import SearchResult


def broken(result: SearchResult, contents: Contents) -> str:
    """What is known against a promise, in a few words; "" where nothing is.

    "promises 4 moves; the shortest answer takes 6". What a text promises, it promises of the goal
    that it has itself, where it has one.
    """
    if contents.goal not in (None, result.goal):
        return ""
    if contents.is_unsolvable:
        known = "" if result.length is None else f"there is an answer of {result.length:,} moves"
        return known and f"promises to be unsolvable; {known}"
    if contents.length is None:
        return ""
    known = _against(contents.length, result)
    return known and f"promises {counted(contents.length, 'move')}; {known}"


def _against(promised: int, result: SearchResult) -> str:
    """What is known against that number of moves."""
    from puzzler.search.result import Outcome

    length = result.length
    if result.status is Outcome.UNSOLVABLE:
        return "it is unsolvable"
    if length is not None and result.proven_optimal:
        return "" if length == promised else f"the shortest answer takes {length:,}"
    if result.lower_bound > promised:
        return f"every answer takes at least {result.lower_bound:,}"
    if length is not None and length < promised:
        return f"this answer takes {length:,}"
    if length is not None and length > promised:
        return f"this answer takes {length:,}, not proven shortest: --optimal proves it"
    return ""
