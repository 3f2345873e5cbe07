"""What a text promises about the shortest answer, against what a search has found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzler.words import counted

if TYPE_CHECKING:
    from puzzler.formats.format import Contents
    from puzzler.search.result import SearchResult


def broken(result: SearchResult, contents: Contents) -> str:
    """What is known against the promised number of moves, in a few words; "" where nothing is.

    "promises 4 moves; the shortest answer takes 6"
    """
    from puzzler.search.result import Outcome

    promised = contents.length
    if promised is None:
        return ""
    known, length = "", result.length
    if result.status is Outcome.UNSOLVABLE:
        known = "it is unsolvable"
    elif length is not None and result.proven_optimal:
        known = "" if length == promised else f"the shortest answer takes {length:,}"
    elif result.lower_bound > promised:
        known = f"every answer takes at least {result.lower_bound:,}"
    elif length is not None and length < promised:
        known = f"this answer takes {length:,}"
    elif length is not None and length > promised:
        known = f"this answer takes {length:,}, not proven shortest: --optimal proves it"
    return known and f"promises {counted(promised, 'move')}; {known}"
