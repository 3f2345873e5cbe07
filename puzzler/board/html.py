"""HTML for notebooks: tables, boards in a row, and animations that need no script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from puzzler.board.svg import CELL, find_theme, opening, tile_face, unique_key

if TYPE_CHECKING:
    from puzzler.board.board import Board
    from puzzler.board.move import Move

HOLD = 3
"""How long an animation shows the last board before it starts again, in moves."""
_NUMBER = re.compile(r"[0-9][0-9.,]*( [^\s0-9]+)?|\N{EN DASH}")
"""A number with or without a unit, or a dash for none. Boards are other texts."""
LONGEST_LINE = 30
"""Longer texts in a table can be wrapped."""
SLIDE = 0.7
"""The part of a move's time in which the tile slides."""


class Html(str):
    """A text that notebooks display as HTML.

    >>> Html("<b>7 moves</b>")._repr_html_()
    '<b>7 moves</b>'
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table. Numbers are aligned right. Cells of the type Html are not escaped."""
    head = list(head)
    parts = ['<div style="overflow-x:auto"><table>']
    if head:
        parts.append(f"<thead><tr>{''.join(map(_heading, head))}</tr></thead>")
    parts.append("<tbody>")
    parts += (f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return "".join([*parts, "</tbody></table></div>"])


def figures(pictures: Iterable[tuple[str, str]]) -> str:
    """Return pictures in a row, each above its caption. pictures: pairs of caption and SVG."""
    parts = (
        f'<figure style="margin:0;text-align:center">{picture}'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
        for caption, picture in pictures
    )
    return f'<div style="display:flex;flex-wrap:wrap;gap:1.5em">{"".join(parts)}</div>'


def animation(
    board: Board,
    moves: Sequence[Move],
    *,
    size: int = 240,
    theme: str = "auto",
    seconds: float = 0.5,
    labels: Sequence[str] | None = None,
) -> Html:
    """Return ``board`` with buttons that play ``moves``, pause, and show the board after each move.

    See ``SearchResult.animation`` for the arguments.
    """
    if seconds <= 0:
        raise ValueError(f"seconds must be larger than 0, not {seconds}")
    colours, key = find_theme(theme), unique_key()
    names = [str(tile) for tile in range(len(board.tiles))] if labels is None else labels
    paths, total = _paths(board, moves), len(moves) + HOLD
    style, tiles = [_STYLE.replace("ID", key)], []
    for tile, path in paths.items():
        name = f"{key}-{tile}"
        if len(path) > 1:
            frames = "".join(
                f"{100 * time / total:.6g}%{{transform:{_place(board, cell)}}}"
                for time, cell in _keyframes(path, total)
            )
            # an animation starts again when its name changes, so that a step has its own time
            style.append(
                f"@keyframes {name}p{{{frames}}}@keyframes {name}s{{{frames}}}"
                f"#{key} .{name}{{animation:{name}s {total * seconds:g}s linear infinite paused;"
                f"animation-delay:calc(var(--step)*-{seconds:g}s)}}"
                f"#{key}>.play:checked~svg .{name}{{animation:{name}p {total * seconds:g}s linear "
                f"infinite}}#{key}>.pause:checked~svg .{name}{{animation-play-state:paused}}"
            )
        first = _place(board, path[0][1])
        face = tile_face(names[tile], colours)
        tiles.append(f'<g class="{name}" style="transform:{first}">{face}</g>')
    pause = f'<input type="checkbox" class="pause" id="{key}-pause">'
    pause += f'<label for="{key}-pause">Pause</label>'
    choices = [_choice(key, "play", "▶ Play"), pause, _choice(key, "0", "Start", 0)]
    for number, move in enumerate(moves, 1):
        choices.append(_choice(key, str(number), move.letter, number))
        style.append(f"#{key}-{number}:checked~svg{{--step:{number}}}")
    title = f"{len(moves)} moves from {board}"
    picture = opening(*board.size, size, colours, title) + "".join(tiles) + "</svg>"
    return Html(
        f'<div id="{key}" class="puzzler-animation"><style>{"".join(style)}</style>'
        f"{''.join(choices)}{picture}</div>"
    )


_STYLE = (
    "#ID{display:flex;flex-wrap:wrap;gap:2px 3px;align-items:center;max-width:40em;"
    "font:14px sans-serif}#ID>svg{order:-1;flex:none;margin-right:100%;--step:0}"
    "#ID>input{position:absolute;opacity:0;pointer-events:none}"
    "#ID>label{padding:1px 5px;border:1px solid #8888;border-radius:4px;cursor:pointer}"
    "#ID>input:checked+label{background:#0b66b8;color:#fff}"
    "#ID>input:focus-visible+label{outline:2px solid #0b66b8}"
)


def _choice(key: str, value: str, label: str, step: int | None = None) -> str:
    kind = ' class="play"' if step is None else ""
    checked = " checked" if step == 0 else ""
    words = escape(label)
    about = "" if not step else f' title="The board after move {step}"'
    return (
        f'<input type="radio" name="{key}" id="{key}-{value}"{kind}{checked}>'
        f'<label for="{key}-{value}"{about}>{words}</label>'
    )


def _paths(board: Board, moves: Sequence[Move]) -> dict[int, list[tuple[int, int]]]:
    """Return the cells of each tile as pairs of (number of the move, cell), first the start."""
    paths = {tile: [(0, cell)] for cell, tile in enumerate(board.tiles) if tile}
    for number, move in enumerate(moves, 1):
        blank = board.blank
        board = board.apply(move)
        paths[board.tiles[blank]].append((number, blank))
    return paths


def _keyframes(path: Sequence[tuple[int, int]], total: int) -> Iterable[tuple[float, int]]:
    """Yield pairs of time, in moves, and cell. A tile rests until shortly before its move ends."""
    before = path[0][1]
    yield 0, before
    for number, cell in path[1:]:
        yield number - SLIDE, before
        yield number, cell
        before = cell
    yield total, before


def _place(board: Board, cell: int) -> str:
    row, column = divmod(cell, board.columns)
    return f"translate({column * CELL}px,{row * CELL}px)"


def _heading(text: str) -> str:
    return f'<th style="text-align:left;padding:0.1em 0.6em">{_escaped(text)}</th>'


def _cell(text: str) -> str:
    align = "right" if _NUMBER.fullmatch(text) else "left"
    space = "nowrap" if len(text) <= LONGEST_LINE else "normal"
    style = f"text-align:{align};white-space:{space};padding:0.1em 0.6em"
    return f'<td style="{style}">{_escaped(text)}</td>'


def _escaped(text: str) -> str:
    return text if isinstance(text, Html) else escape(text)
