"""Boards as SVG pictures, for notebooks and web pages."""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import count

from puzzler.board.errors import quoted


@dataclass(frozen=True, kw_only=True)
class SvgTheme:
    """Colours of a picture, as CSS colours."""

    tray: str
    """The background behind the tiles."""
    tile: str
    text: str
    edge: str
    """The outline of a tile."""
    mark: str
    """The outline of a marked tile."""
    arrow: str
    style: str = ""
    """A style sheet that changes the colours in some surroundings."""

    def rules(self, within: str = "") -> str:
        """Return a style sheet with these colours. within: a selector of the surroundings."""
        return "".join(
            f"{within} .puzzler-{part}{{{values}}}"
            for part, values in {
                "tray": f"fill:{self.tray}",
                "tile": f"fill:{self.tile}",
                "text": f"fill:{self.text}",
                "edge": f"stroke:{self.edge}",
                "mark": f"stroke:{self.mark}",
                "arrow": f"fill:{self.arrow};stroke:{self.arrow}",
            }.items()
        )


SVG_THEMES = {
    "light": SvgTheme(
        tray="#5f5a51", tile="#fff1df", text="#2a1c14", edge="#d8b48f", mark="#0b66b8",
        arrow="#0b66b8",
    ),
    "dark": SvgTheme(
        tray="#12161f", tile="#e8a86f", text="#20140c", edge="#b9773f", mark="#56b4e9",
        arrow="#2567b5",
    ),
    "paper": SvgTheme(
        tray="#cccccc", tile="#ffffff", text="#111111", edge="#333333", mark="#0b66b8",
        arrow="#0b66b8",
    ),
}  # fmt: skip
"""The themes by name. "auto" is light or dark like the notebook, the site or the system."""
_IN_LIGHT, _IN_DARK = (
    f":is([data-jp-theme-light={is_light}],.vscode-{name},[data-theme={name}],.{name})"
    for name, is_light in (("light", "true"), ("dark", "false"))
)
"""The surroundings in JupyterLab, VS Code, furo and marimo."""
_LIGHT, _DARK = SVG_THEMES["light"], SVG_THEMES["dark"]
SVG_THEMES["auto"] = replace(
    _LIGHT,
    style=f"<style>@media(prefers-color-scheme:dark){{{_DARK.rules()}}}"
    f"{_LIGHT.rules(_IN_LIGHT)}{_DARK.rules(_IN_DARK)}</style>",
)

CELL = 100
"""Side of a cell in the coordinates of the picture."""
_MARGIN = 8
_ids = count(1)


def tiles_svg(
    grid: Sequence[Sequence[int]],
    size: int,
    theme: str,
    arrows: Iterable[tuple[int, int]],
    marks: Collection[int],
    labels: Sequence[str] | None,
    picture: bytes | None,
) -> str:
    """Return the tiles of ``grid`` as an SVG element; see ``Board.svg`` for the other arguments.

    arrows: pairs of cells (from, to) in row-major order.
    """
    rows, columns = len(grid), len(grid[0])
    if labels is not None and len(labels) < rows * columns:
        raise ValueError(f"{len(labels)} labels for {rows * columns} tiles, blank included")
    colours = find_theme(theme)
    title = "/".join(" ".join(map(str, row)) for row in grid)
    key = unique_key()
    parts = [opening(rows, columns, size, colours, title)]
    if picture is not None:
        parts.append(_definitions(rows, columns, picture, key))
    for row, tiles in enumerate(grid):
        for column, tile in enumerate(tiles):
            if tile:
                text = str(tile) if labels is None else labels[tile]
                outline = _outline(colours, tile in marks, picture is not None)
                if picture is None:
                    face = outline + _label(text, colours)
                else:
                    home_row, home_column = divmod(tile - 1, columns)
                    face = _piece(home_row, home_column, key) + outline
                place = f"translate({column * CELL} {row * CELL})"
                parts.append(f'<g transform="{place}">{face}</g>')
    parts += [_arrow(rows, columns, arrow, colours) for arrow in arrows]
    return "".join([*parts, "</svg>"])


def find_theme(name: str) -> SvgTheme:
    """Return the theme with a name. Raises ValueError if there is none."""
    if name not in SVG_THEMES:
        raise ValueError(f"unknown theme {quoted(name)}: the themes are {', '.join(SVG_THEMES)}")
    return SVG_THEMES[name]


def unique_key() -> str:
    """Return an identifier that no other element has, because a page can contain several boards."""
    return f"puzzler{next(_ids)}"


def opening(rows: int, columns: int, size: int, colours: SvgTheme, title: str) -> str:
    """Return the start tag, the title and the background of a board."""
    width, height = CELL * columns + 2 * _MARGIN, CELL * rows + 2 * _MARGIN
    scale = size / max(width, height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scale:g}" height="'
        f'{height * scale:g}" viewBox="{-_MARGIN} {-_MARGIN} {width} {height}" role="img">'
        f"<title>{title}</title>"
        f'<rect x="{-_MARGIN}" y="{-_MARGIN}" width="{width}" height="{height}" rx="10" '
        f'class="puzzler-tray" fill="{colours.tray}"/>{colours.style}'
    )


def place_in_picture(rows: int, columns: int, x: float, y: float) -> int | None:
    """Return the cell at a place, given as parts of the width and height, or None if outside."""
    column = (x * (CELL * columns + 2 * _MARGIN) - _MARGIN) // CELL
    row = (y * (CELL * rows + 2 * _MARGIN) - _MARGIN) // CELL
    if not (0 <= row < rows and 0 <= column < columns):
        return None
    return int(row) * columns + int(column)


def tile_face(text: str, colours: SvgTheme) -> str:
    """Return a tile with a label at the origin."""
    return _outline(colours) + _label(text, colours)


def _outline(colours: SvgTheme, is_marked: bool = False, has_picture: bool = False) -> str:
    parts = "" if has_picture else "puzzler-tile "
    parts += "puzzler-mark" if is_marked else "puzzler-edge"
    return (
        f'<rect x="3" y="3" width="94" height="94" rx="8" class="{parts}" '
        f'fill="{"none" if has_picture else colours.tile}" '
        f'stroke="{colours.mark if is_marked else colours.edge}" '
        f'stroke-width="{7 if is_marked else 2}"/>'
    )


def _label(text: str, colours: SvgTheme) -> str:
    height = 46 if len(text) < 3 else 120 // len(text)
    baseline = 50 + 0.36 * height  # centres the digits, in every renderer
    return (
        f'<text x="50" y="{baseline:g}" text-anchor="middle" class="puzzler-text" '
        f'fill="{colours.text}" '
        f'font-family="Inter, Helvetica, Arial, sans-serif" font-weight="600" '
        f'font-size="{height}">{escape(text)}</text>'
    )


def _piece(home_row: int, home_column: int, key: str) -> str:
    return (
        f'<g clip-path="url(#{key}c)"><use href="#{key}i" x="{-CELL * home_column}" '
        f'y="{-CELL * home_row}"/></g>'
    )


def _definitions(rows: int, columns: int, picture: bytes, key: str) -> str:
    kind = "png" if picture.startswith(b"\x89PNG") else "jpeg"
    data = base64.b64encode(picture).decode("ascii")
    return (
        f'<defs><image id="{key}i" width="{CELL * columns}" height="{CELL * rows}" '
        f'preserveAspectRatio="xMidYMid slice" href="data:image/{kind};base64,{data}"/>'
        f'<clipPath id="{key}c"><rect x="3" y="3" width="94" height="94" rx="8"/></clipPath></defs>'
    )


def _arrow(rows: int, columns: int, cells: tuple[int, int], colours: SvgTheme) -> str:
    for cell in cells:
        if not 0 <= cell < rows * columns:
            raise ValueError(f"there is no cell {cell}: the cells are 0 to {rows * columns - 1}")
    (row, column), (end_row, end_column) = (divmod(cell, columns) for cell in cells)
    down, right = end_row - row, end_column - column
    length = max(1e-9, (down * down + right * right) ** 0.5)
    down, right = down / length, right / length
    tip = ((end_column + 0.5) * CELL, (end_row + 0.5) * CELL)
    neck = (tip[0] - 24 * right, tip[1] - 24 * down)
    points = [
        tip,
        (neck[0] - 14 * down, neck[1] + 14 * right),
        (neck[0] + 14 * down, neck[1] - 14 * right),
    ]
    return (
        f'<g opacity="0.85" class="puzzler-arrow" stroke="{colours.arrow}" fill="{colours.arrow}">'
        f'<line x1="{(column + 0.5) * CELL:g}" y1="{(row + 0.5) * CELL:g}" x2="{neck[0]:g}" '
        f'y2="{neck[1]:g}" stroke-width="10" stroke-linecap="round"/>'
        f'<polygon stroke="none" points="{" ".join(f"{x:g},{y:g}" for x, y in points)}"/></g>'
    )
