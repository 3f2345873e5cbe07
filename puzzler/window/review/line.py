"""Below the board of a review: where one is, how many moves are left, and what was played next."""

from __future__ import annotations

from puzzler.game.review.reviewing import ReviewState
from puzzler.humanize import counted, listed, sentence
from puzzler.window.review.actions import is_too_large
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Figure, Notice, Text
from puzzler.window.toolkit.layout import Column, Row, Space
from puzzler.window.toolkit.paint import Face
from puzzler.window.window import Window

TOLD = "told"
"""The key of the words about the move that was played."""
_LONG_VALUE = 9
"""Letters of a value that needs smaller ones."""


def review_line(window: Window, state: ReviewState) -> Element:
    """Three figures, and a line about the move that was played from here."""
    move, left, lost = _figures(state)
    if window.is_compact:  # the bar says where one is
        left_words, lost_words = (
            Text(f"{value} {caption.lower()}" if value else "", face=Face.FIGURES, lines=1)
            for caption, value in (left, lost)
        )
        left_words.fixed_width, lost_words.fixed_width, lost_words.is_optional = 88, 66, True
        notice = Notice(_words(window, state), align=1.0, width=190, grow=1, key=TOLD)
        return Row(left_words, lost_words, notice, gap=6, pad=(4, 0))
    figures = (
        Figure(*each, size=24, value_size=18 if len(each[1]) >= _LONG_VALUE else None,
               align=0.5, width=width)
        for each, width in ((move, 150), (left, 150), (lost, 110))
    )  # fmt: skip
    return Column(
        Row(Space(grow=1), *figures, Space(grow=1)),
        Notice(_words(window, state), key=TOLD),
        gap=4,
    )


def _figures(state: ReviewState) -> list[tuple[str, str]]:
    """(caption, value) of the move, of what is left, and of what was lost up to here."""
    review, position, track = state.review, state.position, state.shortest
    if track is not None:
        caption, here = "Move of the shortest", f"{track.position:,}/{track.total:,}"
        left = f"{track.total - track.position:,}"
    else:
        caption, here = "Move", f"{position:,}/{len(review.moves):,}"
        least, most = review.ends[position]
        left = f"{least:,}" if least == most else f"{least:,}+"
        if most is not None and least != most:
            left = f"{least:,}\N{EN DASH}{most:,}"
    distance, shortest = review.distance(position), review.shortest
    lost = ""
    if distance is not None and shortest is not None:
        lost = f"{position + distance - shortest:,}"
    return [(caption, here), ("Left", left), ("Lost", lost)]


class _Heard:
    """What was said last, and where one was then."""

    said: object = None
    place: object = None


def _words(window: Window, state: ReviewState) -> str:
    """What was said, until one goes on from there; then what is to be seen here."""
    heard, line = window.ui.state("heard in review", _Heard), window.line
    said = line, state.review
    place = state.position, state.timeline.position
    if said != heard.said:
        heard.said, heard.place = said, place
    return sentence(line) if line and heard.place == place else _told(window, state)


def _told(window: Window, state: ReviewState) -> str:
    """What was played from here, and what would have been shortest."""
    if state.shortest is not None:
        return f"A shortest continuation after {counted(state.position, 'move')}"
    move, board = state.played_move, state.board
    if move is None:
        return "Solved" if state.review.is_solved else "This is where the moves end"
    played = _tile(window, board.tiles[board.target(move)])
    first = state.first_moves
    if first is None and is_too_large(window):
        return f"{played} was played"
    if first is None:
        is_mistake = state.position in state.review.mistakes
        words = "that lost 2 moves" if is_mistake else "not proven yet what that was worth"
        return f"{played} was played: {words}"
    others = [_tile(window, board.tiles[board.target(m)]) for m in sorted(first) if m is not move]
    if move in first:
        also = f"; so would {listed(others, 'or').lower()} have been" if others else ""
        return f"{played} was played: a shortest move{also}"
    return f"{played} was played, which lost 2 moves; shortest is {listed(others, 'or').lower()}"


def _tile(window: Window, tile: int) -> str:
    """A tile by what is on it; by its number where it carries a picture."""
    return f"Tile {window.view.skin.words(tile) or tile}"
