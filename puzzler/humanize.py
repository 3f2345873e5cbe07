"""Numbers and words as people read them: 3 moves, 6.9 million states, 2.1 GB, 0:41.

Plurals, capitals and number formats of the command line, the game and the window.
"""

from __future__ import annotations

import math
from datetime import date, datetime
from pathlib import Path

NOTHING = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"
DNF = "DNF"
"""The time of a board that was not solved ("did not finish"), also the mark of such a solve."""
SIGMA = "\N{GREEK SMALL LETTER SIGMA}"
"""The sign of the standard deviation."""

_MONTHS = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]  # fmt: skip
_LETTERS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
_NAMES = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))
_BYTES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def sentence(text: str) -> str:
    """Capitalize the first letter, unless the first word is A* or a file name."""
    first = text.split(" ", 1)[0].rstrip(".,:")
    return text if "." in first else text[:1].upper() + text[1:]


def listed(items: list[str], last: str = "and") -> str:
    """Join items as in a sentence: a; a and b; a, b and c."""
    return f" {last} ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))


def counted(count: int, noun: str, plural: str = "") -> str:
    """A count and its noun: 1 move, 1,234 moves. plural: needed if it is not noun + s."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def between(at_least: int, at_most: int | None) -> str:
    """A number given by its bounds: 31, 88 to 97, at least 88."""
    if at_most is None:
        return f"at least {at_least:,}"
    return f"{at_least:,}" if at_least == at_most else f"{at_least:,} to {at_most:,}"


def counted_between(at_least: int, at_most: int | None, noun: str) -> str:
    """A number given by its bounds and its noun: 1 move, 88 to 97 moves, at least 88 moves."""
    last = at_least if at_most is None else at_most
    return f"{between(at_least, at_most)} {noun}{'' if last == 1 else 's'}"


def above_shortest(moves: int) -> str:
    """Describe a solution that is at most ``moves`` longer than the shortest."""
    return f"at most {counted(moves, 'move')} above the optimal length"


def roughly_counted(count: int, noun: str, plural: str = "") -> str:
    """A count and its noun, large counts in words: 6.9 million states."""
    return counted(count, noun, plural).replace(f"{count:,}", long_count(count), 1)


def long_count(value: int) -> str:
    """A count for a sentence: 310,000, 6.9 million, 2 billion."""
    return _scaled(value, _NAMES).replace(".0 ", " ") or f"{value:,}"


def short_count(value: float) -> str:
    """A count in at most four characters and a unit: 999, 1.2 k, 310 k, 2.9 M."""
    return _scaled(value, _LETTERS) or f"{value:.0f}"


def branching(factor: float | None) -> str:
    """An effective branching factor as textbooks print it, 1.42; a dash for None."""
    return NOTHING if factor is None else f"{factor:,.2f}"


def axis_count(value: float) -> str:
    """A round count for an axis, exact and as short as possible: 0, 2,000, 25 k, 1.5 M."""
    for unit, name in _LETTERS:
        if value >= max(unit, 1e4):
            return f"{value / unit:g} {name}"
    return f"{value:,g}"


def memory(count: int) -> str:
    """An amount of memory, given in bytes, in decimal units: 2.1 GB, 310 MB, 32.8 kB, 1 byte."""
    return _scaled(count, _BYTES) or counted(count, "byte")


def memory_of(used: int, limit: int) -> str:
    """Used and available memory: 0.1 of 2.1 GB, or 7.3 MB of 2.1 GB if little is used."""
    for unit, name in _BYTES:
        if limit >= unit * 0.9995:
            if 0 < used < unit / 20:  # it would be rounded to 0
                return f"{memory(used)} of {_rounded(limit / unit)} {name}"
            return f"{_rounded(used / unit)} of {_rounded(limit / unit)} {name}"
    return f"{used:,} of {counted(limit, 'byte')}"


def clock_time(seconds: float) -> str:
    """Minutes and seconds, with hours from one hour on: 0:41, 1:02:03."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def running_time(seconds: float) -> str:
    """A timer, the same while it runs and at the end: 0:41.27, 1:02:05.50; DNF if infinite."""
    if seconds == math.inf:
        return DNF
    hundredths = _parts(seconds, 100)
    return f"{clock_time(hundredths // 100)}.{hundredths % 100:02}"


def solve_time(seconds: float) -> str:
    """The time of a solve, with hundredths as in competitions: 41.27 s, 2:05.04.

    An infinite time is DNF: the board was not solved.
    """
    return DNF if seconds == math.inf else _time(seconds, 2)


def precise_time(seconds: float) -> str:
    """A time with tenths of a second: 41.3 s, 2:05.0."""
    return _time(seconds, 1)


def _time(seconds: float, digits: int) -> str:
    unit = 10**digits
    full_seconds, parts = divmod(_parts(seconds, unit), unit)
    if full_seconds < 60:
        return f"{full_seconds}.{parts:0{digits}} s"
    return f"{clock_time(full_seconds)}.{parts:0{digits}}"


def _parts(seconds: float, unit: int) -> int:
    """Return a time in parts of a second, ``unit`` of which are a second."""
    # rounded to milliseconds first, as stored records are, so that all texts agree
    return round(round(seconds, 3) * unit)


def short_path(file: Path) -> str:
    """A path, with ~ for the user's home folder: ~/Documents/board.txt."""
    home = Path.home()
    return f"~/{file.relative_to(home)}" if file.is_relative_to(home) else str(file)


def long_date(day: date) -> str:
    """A day: 21 November 2026."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def local_time(at: float) -> datetime | None:
    """Convert seconds since 1970 to local time; None if the value is out of range."""
    try:
        return datetime.fromtimestamp(at).astimezone()
    except (OverflowError, OSError, ValueError):
        return None


def date_and_time(at: float) -> str:
    """Seconds since 1970 as local time: 21 Nov 2026, 14:02; "" if out of range."""
    then = local_time(at)
    if then is None:
        return ""
    return f"{then.day} {_MONTHS[then.month - 1][:3]} {then.year}, {then:%H:%M}"


def axis_time(seconds: float) -> str:
    """A round time for an axis, as short as possible: 0, 0.5 s, 15 s, 1:30."""
    if not seconds:
        return "0"
    return f"{seconds:g} s" if seconds < 60 else clock_time(seconds)


def duration(seconds: float) -> str:
    """A duration: under 1 ms, 38 ms, 4.2 s."""
    if seconds < 0.001:
        return "under 1 ms"
    return f"{seconds * 1000:.0f} ms" if seconds < 0.9995 else f"{seconds:.1f} s"


def exact_time(seconds: float) -> str:
    """A measured time for comparison: 0.063 ms, 38 ms, 1,204.5 s."""
    if seconds >= 0.9995:
        return f"{seconds:,.1f} s" if seconds >= 9.995 else f"{seconds:.2f} s"
    return f"{1000 * seconds:.0f} ms" if seconds >= 0.00995 else f"{1000 * seconds:.2g} ms"


def speed(moves_per_second: float) -> str:
    """A playback speed: 0.5/s, 4/s."""
    rounded = round(moves_per_second, 1) if moves_per_second < 10 else round(moves_per_second)
    return f"{rounded:g}/s"


def _scaled(value: float, units: tuple[tuple[float, str], ...]) -> str:
    """``value`` in the largest unit in which it is at least 1 when rounded; "" if there is none."""
    for unit, name in units:
        if value >= unit * 0.9995:
            return f"{_rounded(value / unit)} {name}"
    return ""


def _rounded(share: float) -> str:
    return f"{share:.1f}" if share < 99.95 else f"{share:,.0f}"
