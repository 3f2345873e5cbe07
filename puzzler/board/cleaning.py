"""Boards in pasted text: labels, code, frames, gaps and empty cells around the tiles.

Text that is no tile is replaced by spaces, so that the tiles keep their line and column.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import zip_longest

BARS = "|&\u2502\u2503\u2551"
GAP = rf"\s,/\\\[\](){{}};\"'`{BARS}"
"""Characters that separate tiles, for a character class."""
EMPTY = "\ue000"
"""Replaces the divider that ends an empty cell."""
MISSING = "_"
"""Replaces a space at the only empty place of aligned columns."""

_MAX_LENGTH = 20_000
"""Longer texts may only have tiles and separators."""
_IGNORED = re.compile(
    r"[\ufeff\ufe0f\u20e3]"  # a byte order mark, the frames of emoji
    r"|#[^\n]*+|/\*[^*]*+\*/|(?<!\S)//(?=[^\n]{0,80}?[^\W\d_]{2})[^\n]*+"  # comments
    r"|^[ \t]*+>[ \t>]*+|^[ \t]*+[-*]\s++(?=[\[({])"  # the starts of quoted lines and of lists
    r"|(?<![-=])[-=]{1,20}+>|[\u2192\u21d2]"  # arrows
    r"|\[(?:,[0-9]+|[0-9]+,)\]"  # the numbers of rows and columns in R
    r"|\\(?!n[ 0-9])[a-z]+(?:\{[^}\n]{0,40}+\})*+|(?<=\\)n(?=[ 0-9])"  # LaTeX, line ends of code
    r"|(?:\[[0-9]*\])++(?=[^\W\d_])|\b[^\W\d][\w.]{0,60}+!?(?=[\[({])",  # before brackets
    re.MULTILINE,
)
NO_VALUES = "none", "null", "nil", "nan", "empty", "blank", "hole", "gap", "undefined"
"""Words for the blank."""
_BLANK = rf"[_*.xb\u25a1-]|-1|{'|'.join(NO_VALUES)}"
_TILE = rf"[\"'`]?(?:[0-9]{{1,3}}(?:\.0*)?|{_BLANK})(?!\w)[\"'`]?"
_OPENING = re.compile(
    rf"[\[({{][\[({{\s|]{{0,60}}+(?:{_TILE}|\"\"|'')[\])}}]*+[,;|\s]++[\[({{|\s]*+{_TILE}",
    re.IGNORECASE,
)
"""Brackets before two tiles."""
_ARGUMENT = re.compile(
    r"\bshape\s*=\s*\([0-9, ]*+\)|\b[^\W\d]\w*+\s*+=\s*+[^\s,()\[\]{}=]++"
    r"|(?<=[\])}])[.;>\s]*+(?:::[^\n]*+)?\Z"
)
"""An argument besides the tiles, or the end of a statement."""
_LABEL = re.compile(
    r"\A(?:\s*+(?=[^\n]{0,40}?[^\W\d_]{3})(?:[^\n0-9]{1,80}|[^\n]{1,80}:[ \t]*)$)*+"
    r"(?:\s*+[^\n0-9]{0,40}?[^\W\d_]{2}[^\n0-9]{0,40}[:=])?",
    re.MULTILINE,
)
"""Lines of words before the first tile, and words that end with a colon or an equals sign."""
_FRAME_MARK = rf"[-+=*_:{BARS}\u2500-\u257f]"
_FRAME = re.compile(rf"^[ \t]*+{_FRAME_MARK}(?:[ \t]*+{_FRAME_MARK})++[ \t]*+$", re.MULTILINE)
"""A line without tiles."""
_HAS_BLANK = re.compile(rf"(?<![^{GAP}])(?:0+(?:\.0*)?|{_BLANK})(?![^{GAP}])", re.IGNORECASE)
_EMPTY_CELL = re.compile(
    rf"(?<=[,;\t{BARS}])( *)[,;\t{BARS}]|(?<=[\"'])()[\"']"
    r"|(?<=[,\s\[(][\"'])( +)[\"'](?=[\s,;\])])"
)
_EMPTY_END = re.compile(rf"^([ \t]*)[,;]|(?<![{GAP}])( *)[,;\t](?=[ \t]*$)", re.MULTILINE)
_PLAIN = re.compile(r"[0-9\s]++|[0-9 /]*+")


def cleaned(text: str) -> str:
    """Return a text of the same length with only tiles and what separates them.

    ``EMPTY`` marks an empty cell and ``MISSING`` an empty place if the text has no other blank.
    """
    if len(text) > _MAX_LENGTH:
        return text
    plain = text if _PLAIN.fullmatch(text) else _without_words(text)
    if "**" in plain and any("**" in frame[0] for frame in _FRAME.finditer(plain)):
        plain = plain.replace("*", "|")
    plain = _FRAME.sub(_spaces, plain)
    if _HAS_BLANK.search(plain):
        return plain
    plain, count = _EMPTY_CELL.subn(_mark, plain)
    if not count and len(_EMPTY_END.findall(plain)) == 1:
        return _EMPTY_END.sub(_mark, plain)
    return plain if count else _fill_gap(plain)


def _without_words(text: str) -> str:
    """Blank out comments, labels and code, unless nothing is left."""
    plain = text
    if not text.isascii():
        plain = "".join(str(unicodedata.decimal(char, _circled(char))) for char in text)
    plain = _IGNORED.sub(_spaces, plain)
    opening = _OPENING.search(plain)
    if opening is None:
        plain = _LABEL.sub(_spaces, plain)
    else:
        before = text[: opening.start()]
        if re.search(r"[^\W\d_]", before):
            plain = re.sub(".", " ", before) + plain[opening.start() :]
        plain = _ARGUMENT.sub(_spaces, plain)
    return plain if re.search(r"[0-9]", plain) else text


def _circled(char: str) -> str:
    """Return the digit in a circled one, or ``char``."""
    return str(ord(char) - 0x245F) if "\u2460" <= char <= "\u2468" else char


def _fill_gap(text: str) -> str:
    """Write MISSING into the only empty place of aligned columns of tiles or digits."""
    if not re.fullmatch(r"[0-9\s]{5,1000}", text):
        return text
    lines = text.split("\n")
    rows = [line for line in lines if line.strip()]
    used = "".join(map(max, zip_longest(*rows, fillvalue=" ")))
    columns = [run.span() for run in re.finditer(r"\S+", used)]
    if len(columns) == 1:  # one digit per column
        columns = [(place, place + 1) for place in range(*columns[0])]
    gaps = [
        (number, first)
        for number, line in enumerate(lines)
        for first, end in columns
        if line.strip() and not line[first:end].strip()
    ]
    if len(gaps) == 1:
        number, first = gaps[0]
        line = lines[number]
        lines[number] = (
            line[:first] + line[first : first + 1].replace(" ", MISSING) + line[first + 1 :]
        )
    return "\n".join(lines)


def _mark(match: re.Match[str]) -> str:
    return (match[1] or match[2] or match[match.lastindex or 1] or "") + EMPTY


def _spaces(match: re.Match[str]) -> str:
    return re.sub(".", " ", match[0])
