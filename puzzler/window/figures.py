"""Figures as people read them: 1.2 M, 41 %, 0:41."""

from __future__ import annotations

_UNITS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
NOTHING = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"


def short_count(value: float) -> str:
    """A count in at most four signs and a unit: 999, 1.2 k, 310 k, 2.9 M."""
    for unit, letter in _UNITS:
        if value >= unit * 0.9995:
            share = value / unit
            return f"{share:.1f} {letter}" if share < 99.95 else f"{share:.0f} {letter}"
    return f"{value:.0f}"


def clock_time(seconds: float) -> str:
    """Minutes and seconds, with hours where there are any: 0:41, 1:02:03."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def precise_time(seconds: float) -> str:
    """A time to the tenth: 41.3 s, 2:05.0."""
    minutes, tenths = divmod(round(seconds * 10), 600)
    if not minutes:
        return f"{tenths / 10:.1f} s"
    return f"{clock_time(minutes * 60 + tenths // 10)}.{tenths % 10}"


def speed(moves_per_second: float) -> str:
    """A playback speed: 0.5/s, 4/s."""
    rounded = round(moves_per_second, 1) if moves_per_second < 10 else round(moves_per_second)
    return f"{rounded:g}/s"


def counted(count: int, noun: str) -> str:
    """A count and its noun: 1 move, 1,234 moves."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def duration(seconds: float) -> str:
    """How long something took: under 1 ms, 38 ms, 4.2 s."""
    if seconds < 0.001:
        return "under 1 ms"
    return f"{seconds * 1000:.0f} ms" if seconds < 0.9995 else f"{seconds:.1f} s"
