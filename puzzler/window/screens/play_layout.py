"""Where everything on the play screen is, at any size of the window. Pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from puzzler.window.layout import Grow, Size, column, inset, middle, row
from puzzler.window.paint import Painter
from puzzler.window.widgets.label import figure_rows

PANEL_UNITS = 388
_NARROW = 940
"""Below so many units of width there is no room for the panel beside the board."""

Places = dict[str, Rect]


@dataclass(frozen=True)
class PlayLayout:
    """The places of a play screen by name."""

    is_compact: bool
    """The panel is a drawer over the board, not a column beside it."""
    top_bar: Rect
    bottom_bar: Rect
    board: Rect
    """Room for the board; the tray stands in its middle."""
    status: Places
    """moves, time, message and, beside a panel, shortest."""
    top: Places
    """The controls of the top bar."""
    transport: Places
    """The controls of the bottom bar."""
    welcome: Rect
    """The hint of the first run, over the lower edge of the board."""
    editing: Places
    """Those that take their place while tiles are placed by hand."""
    panel: Rect
    """All of the panel; in a compact window only shown when it is asked for."""
    cards: Places
    """solver, figures, board: as many as there is room for, in this order."""
    solver: Places
    """In the first card."""
    figures: Places
    """In the second; empty where there is no room for it."""
    preview: Places
    """In the third; empty where there is no room for it."""


TOP_ICONS = ("undo", "redo", "restart", "hint")
TOP_PAGES = ("picture", "edit", "records")
"""What opens something; in a compact window a menu holds them."""


@dataclass(frozen=True)
class Widths:
    """How wide controls want to be, in pixels."""

    new: int
    size: int
    watch: int
    editing: dict[str, int]
    """Of those in the bottom bar while tiles are placed by hand."""


def arrange(
    size: tuple[int, int], shape: tuple[int, int], painter: Painter, widths: Widths
) -> PlayLayout:
    """Share out a window of ``size`` pixels around a board of ``shape``, (rows, columns)."""
    window = Rect((0, 0), size)
    is_compact = window.width < painter.px(_NARROW)
    target = painter.target(40)
    margin = painter.px(10)
    bar = target + 2 * margin
    top_bar, between, bottom_bar = column(window, [bar, Grow(), bar])
    gap = painter.px(8 if is_compact else 20)
    inner = inset(between, gap)
    if is_compact:
        panel = _drawer(between, painter)
        place = inner
    else:
        place, panel = row(inner, [Grow(), painter.px(PANEL_UNITS)], gap)
    # the figures below the board take two lines beside a panel, one line where room is scarce
    figures_height = sum(figure_rows(painter, 24)) + painter.px(3)
    status_height = painter.px(30) if is_compact else figures_height + painter.px(30)
    space = painter.px(4 if is_compact else 12)
    # where the board cannot use all the height, the figures stay close below it
    rows, columns = shape
    height = min(place.height - status_height - space, place.width * (rows + 1) // (columns + 1))
    place = middle(place, place.width, height + space + status_height)
    board, status = column(place, [Grow(), status_height], space)
    cards = _cards(inset(panel, gap) if is_compact else panel, painter, is_compact)
    if is_compact:
        # a drawer covers no more of the board than it must
        panel.height = max(rect.bottom for rect in cards.values()) + gap - panel.top
    return PlayLayout(
        is_compact=is_compact,
        top_bar=top_bar,
        bottom_bar=bottom_bar,
        board=board,
        status=_status(status, painter, is_compact),
        top=_top(inset(top_bar, painter.px(16), margin), painter, widths, is_compact),
        transport=_transport(inset(bottom_bar, painter.px(16), margin), painter),
        editing=_editing(inset(bottom_bar, painter.px(16), margin), painter, widths.editing),
        welcome=_welcome(between if is_compact else place, painter, is_compact),
        panel=panel,
        cards=cards,
        solver=_solver(cards["solver"], painter, is_compact),
        figures=_figures(cards["figures"], painter) if "figures" in cards else {},
        preview=_preview(cards["board"], painter) if "board" in cards else {},
    )


def _drawer(area: Rect, painter: Painter) -> Rect:
    gap = painter.px(8)
    width = min(painter.px(PANEL_UNITS) + 2 * gap, area.width - 2 * gap)
    return Rect(area.right - gap - width, area.top + gap, width, area.height - 2 * gap)


def _top(area: Rect, painter: Painter, widths: Widths, is_compact: bool) -> Places:
    """All of it where there is room; else the sizes go first, and then the words."""
    target, gap = painter.target(40), painter.px(8)
    sizes: dict[str, Size] = {"new": widths.new, "size": widths.size, "board": target}
    sizes |= dict.fromkeys(TOP_ICONS, target)
    if is_compact:
        sizes |= {"space": Grow(), "watch": widths.watch, "menu": target}
    else:
        sizes |= {"title": Grow(), **dict.fromkeys(TOP_PAGES, target)}
    sizes |= {"help": target, "settings": target}
    if is_compact:
        sizes["drawer"] = target
        gap = painter.px(6)
    for name, least in (("size", 0), ("new", target), ("watch", target)):
        wanted = sum(size for size in sizes.values() if isinstance(size, int))
        if wanted + gap * (len(sizes) - 1) <= area.width or name not in sizes:
            continue
        if least:
            sizes[name] = least
        else:
            del sizes[name]
    return _named(row(area, list(sizes.values()), gap), sizes)


def _transport(area: Rect, painter: Painter) -> Places:
    target = painter.target(40)
    roomy = area.width >= painter.px(_NARROW)
    sizes: dict[str, Size] = {
        "to_start": target,
        "back": target,
        "play": painter.px(64) if roomy else target,
        "forward": target,
        "to_end": target,
        "track": Grow(),
        "position": painter.px(92),
        "speed": painter.px(150 if roomy else 104),
        "speed_label": painter.px(52),
    }
    return _named(row(area, list(sizes.values()), painter.px(10 if roomy else 5)), sizes)


def _welcome(area: Rect, painter: Painter, is_compact: bool) -> Rect:
    width = area.width - 2 * painter.px(8)
    if not is_compact:  # there it covers all of the line below the board
        width = min(width, painter.px(560))
    rect = Rect(0, 0, width, painter.px(88))
    rect.midbottom = area.centerx, area.bottom - painter.px(2)
    return rect


def _editing(area: Rect, painter: Painter, widths: dict[str, int]) -> Places:
    sizes: dict[str, Size] = {
        "target": widths["target"],
        "problem_icon": painter.px(22),
        "problem": Grow(),
    }
    sizes |= {name: widths[name] for name in ("mend", "cancel", "done")}
    if area.width < sum(widths.values()) + painter.px(200):
        sizes |= dict.fromkeys(("mend", "cancel"), painter.target(40))
    return _named(row(area, list(sizes.values()), painter.px(8)), sizes)


def _status(area: Rect, painter: Painter, is_compact: bool) -> Places:
    if is_compact:
        sizes: dict[str, Size] = {
            "moves": painter.px(96),
            "time": painter.px(88),
            "message": Grow(),
        }
        inner = inset(area, painter.px(8), 0)
        return _named(row(inner, list(sizes.values()), painter.px(8)), sizes)
    above, message = column(area, [Grow(), painter.px(26)], painter.px(4))
    width = painter.px(110)
    _, *places, _ = row(above, [Grow(), width, width, width, Grow()], painter.px(16))
    return dict(zip(("moves", "time", "shortest"), places, strict=True)) | {"message": message}


def _cards(panel: Rect, painter: Painter, is_compact: bool) -> Places:
    """As many cards as fit, the most needed first."""
    heights = {
        "solver": _solver_height(painter, is_compact),
        "figures": _figures_height(painter),
        "board": painter.px(120),
    }
    gap = painter.px(14)
    left, shown = panel.height + gap, dict[str, Size]()
    for name, height in heights.items():
        if height + gap > left:
            break
        shown[name] = height
        left -= height + gap
    if "board" in shown:
        shown["board"] = heights["board"] + min(left, painter.px(80))
    # nothing is stretched that has nothing more to show
    return _named(column(panel, [*shown.values(), Grow()], gap), shown)


def _solver_rows(painter: Painter, is_compact: bool) -> dict[str, Size]:
    # beside a drawer the top bar has the button that watches
    watch: dict[str, Size] = {} if is_compact else {"watch": painter.target(48)}
    return {
        "caption": painter.px(16),
        "algorithm": painter.target(34),
        "heuristic": painter.target(34),
        "promise": painter.px(22),
        "space": painter.px(6),
        **watch,
        "buttons": painter.target(40),
    }


def _solver_height(painter: Painter, is_compact: bool) -> int:
    rows = _solver_rows(painter, is_compact)
    fixed = sum(size for size in rows.values() if isinstance(size, int))
    return fixed + painter.px(6) * (len(rows) - 1) + 2 * painter.px(18)


def _solver(card: Rect, painter: Painter, is_compact: bool) -> Places:
    rows = _solver_rows(painter, is_compact)
    inner = inset(card, painter.px(20), painter.px(18))
    places = _named(column(inner, list(rows.values()), painter.px(6)), rows)
    places["heuristic"], places["weight"] = row(
        places["heuristic"], [Grow(), painter.px(96)], painter.px(8)
    )
    places["pause"], places["stop"] = row(places["buttons"], [Grow(), Grow()], painter.px(8))
    return places


def _figures_height(painter: Painter) -> int:
    line = sum(figure_rows(painter)) + painter.px(3)
    return painter.px(16) + 3 * line + 3 * painter.px(12) + 2 * painter.px(18)


def _figures(card: Rect, painter: Painter) -> Places:
    inner = inset(card, painter.px(20), painter.px(18))
    caption, *lines = column(inner, [painter.px(16), Grow(), Grow(), Grow()], painter.px(12))
    names = (("expanded", "rate"), ("frontier", "memory"), ("depth", "best_f"))
    places = {"caption": caption}
    for line, pair in zip(lines, names, strict=True):
        places |= dict(zip(pair, row(line, [Grow(), Grow()], painter.px(16)), strict=True))
    memory = places["memory"]
    places["meter"] = Rect(0, 0, painter.px(64), max(4, painter.px(5)))
    places["meter"].midright = memory.right, memory.top + painter.px(8)
    return places


def _preview(card: Rect, painter: Painter) -> Places:
    inner = inset(card, painter.px(16))
    side = min(inner.height, round(inner.width * 0.5))
    board, words = row(inner, [side, Grow()], painter.px(16))
    board.height = side
    board.centery = inner.centery
    # words stand beside the middle of the board
    block = painter.px(24) + 2 * painter.px(21)
    words = Rect(words.left, inner.centery - block // 2, words.width, block)
    caption, *lines = column(words, [painter.px(24), Grow(), Grow()])
    return {
        "board": board,
        "caption": caption,
        **{f"line{number}": line for number, line in enumerate(lines)},
    }


def _named(rects: list[Rect], sizes: dict[str, Size]) -> Places:
    """Rectangles by the names of the sizes they were cut to; what is only space has no name."""
    named = zip(sizes, rects, strict=False)
    return {name: rect for name, rect in named if name != "space"}
