"""Review: a game with its curve, move by move, and the drill of mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.core.playback import FASTEST, Playback
from puzzler.game.review.drilling import Drilling, DrillState
from puzzler.game.review.reviewing import NOTHING_TO_REVIEW, Choosing, Reviewing, ReviewState
from puzzler.humanize import TIMES, counted, listed, sentence
from puzzler.humanize import speed as speed_text
from puzzler.window.board.overlays import Mark
from puzzler.window.common.actions import ButtonPlace, action_button, in_bar
from puzzler.window.common.board import BoardElement
from puzzler.window.common.entering import review_last
from puzzler.window.common.top_bar import top_bar
from puzzler.window.common.track_bar import TRACK, position_label, track_bar
from puzzler.window.common.views import REVIEW, View
from puzzler.window.core.window import Window
from puzzler.window.review.actions import TOO_LARGE, is_shortest_shown, is_too_large
from puzzler.window.review.curve import curve_card, legend, summary_card
from puzzler.window.review.drill import answers_card, drill_card, drill_line, maker_card
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import offer
from puzzler.window.toolkit.element import Child, Element, Tip
from puzzler.window.toolkit.labels import Figure, Notice, Text
from puzzler.window.toolkit.layout import Card, Column, Fit, Pages, Row, Space
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.toolkit.track import Branch, Track

COMMENT = "comment"
"""The key of the text about the current move."""
_WEDGE_LIMIT = 300
"""Maximum number of marked mistakes. If there are more, only some are marked."""
_LONG_VALUE = 9
"""Values with at least this many characters have a smaller font."""


def review_line(window: Window, state: ReviewState) -> Element:
    """Return three figures and the comment about the next move of the game."""
    move, left, extra = _figures(state)
    if window.is_compact:  # the bar shows the position
        left_words, extra_words = (
            Text(f"{value} {caption.lower()}" if value else "", face=Face.FIGURES, lines=1)
            for caption, value in (left, extra)
        )
        left_words.fixed_width, extra_words.fixed_width, extra_words.is_optional = 88, 66, True
        notice = Notice(_words(window, state), align=1.0, width=190, grow=1, key=COMMENT)
        return Row(left_words, extra_words, notice, gap=6, pad=(4, 0))
    wide, narrow = (
        [Figure(*each, size=24, value_size=18 if len(each[1]) >= _LONG_VALUE else None,
                align=0.5, width=width if has_room else 0, grow=0 if has_room else width)
         for each, width in ((move, 150), (left, 150), (extra, 110))]
        for has_room in (True, False)
    )  # fmt: skip
    figures = Fit(Row(Space(grow=1), *wide, Space(grow=1)), Row(*narrow))
    return Column(figures, Notice(_words(window, state), key=COMMENT), gap=4)


def _figures(state: ReviewState) -> list[tuple[str, str]]:
    """Return caption and value of the move, the moves left, and the extra moves so far."""
    review, position, track = state.review, state.position, state.shortest
    if track is not None:
        caption, here = "Best move", f"{track.position:,}/{track.total:,}"
        left = f"{track.total - track.position:,}"
    else:
        caption, here = "Move", f"{position:,}/{len(review.moves):,}"
        low, high = review.bounds[position]
        left = f"{low:,}" if low == high else f"{low:,}+"
        if high is not None and low != high:
            left = f"{low:,}\N{EN DASH}{high:,}"
    distance, shortest = review.distance(position), review.shortest
    extra = ""
    if distance is not None and shortest is not None:
        extra = f"{position + distance - shortest:,}"
    return [(caption, here), ("Left", left), ("Extra", extra)]


def _words(window: Window, state: ReviewState) -> str:
    """Return the last message until the position changes; then the comment on the move."""
    shown, line = window.ui.state("message in review", list[object]), window.line
    message, place = (line, state.source), (state.position, state.timeline.position)
    if shown[:1] != [message]:
        shown[:] = message, place
    return sentence(line) if line and shown[1] == place else _comment(window, state)


def _comment(window: Window, state: ReviewState) -> str:
    """Return the next move of the game and the best moves."""
    if state.shortest is not None:
        return f"The shortest solution after {counted(state.position, 'move')}"
    move, board = state.played_move, window.shown.play.board
    if move is None:
        return "Solved" if state.review.is_solved else "The moves end here"

    def tile(move: Move) -> str:
        """Return the label of a tile, or its number if it shows a picture."""
        number = board.tiles[board.target(move)]
        return window.view.skin.words(number) or str(number)

    played = f"{state.source.moved_by[state.position].value} {tile(move)}"
    first = state.first_moves
    if first is None and is_too_large(window):
        return played
    if first is None:
        is_mistake = state.position in state.review.mistakes
        words = "costs 2 moves" if is_mistake else "not proven yet whether that was best"
        return f"{played}: {words}"
    others = [tile(other) for other in sorted(first) if other is not move]
    were = f"{listed(others)} {'was' if len(others) == 1 else 'were'}"
    if move in first:
        return f"{played}: best move" + (f"; {were} as good" if others else "")
    return f"{played} (costs 2 moves); {were} best"


def review_bar(window: Window, state: ReviewState) -> Element:
    """Return the bar with the track of the game and its shortest continuation."""
    reviewing, shortest = window.session.reviews.current, state.shortest
    branch = None
    if shortest is not None:
        branch = Branch(shortest.total, shortest.position, reviewing.seek_shortest)
    wrong, bars = state.review.mistakes, []
    track = Track(state.position, state.track.total, reviewing.seek, branch=branch,
                  tip="The moves. Wedges mark mistakes. The shortest solution is shown below",
                  accessible_name="Moves", marks=wrong[:: 1 + len(wrong) // _WEDGE_LIMIT],
                  grow=1, priority=-3, key=TRACK)  # fmt: skip
    mistakes = [action_button(window, action.name) for action in in_bar(ButtonPlace.MISTAKES)]
    for has_words in (True, False):
        from_here = []
        for action in in_bar(ButtonPlace.FROM_HERE):
            label, icon = action.label, action.icon
            tip = Tip(action.text, window.keymap.hint(action.name))
            is_shortest = action.name == "shortest-from-here"
            if is_shortest and is_shortest_shown(window):
                whose = "Your" if state.source.is_own else "The"
                label, icon = f"{whose} moves", "undo"
                tip = Tip(f"Back to {whose.lower()} moves", tip.key)
            elif is_shortest and is_too_large(window):
                tip = Tip(TOO_LARGE)
            from_here.append(action_button(window, action.name, label=label if has_words else "",
                                           icon=icon, rank=Rank.NORMAL, tip=tip))  # fmt: skip
        bars.append(_bar(window, state.timeline, track, state.factor, mistakes, from_here))
    return Fit(*bars)


def drill_bar(window: Window, drill: DrillState) -> Element:
    """Return the bar with the continuation that is shown after a wrong answer, or its space."""
    shown = drill.continuation
    position, total = (shown.position, shown.total) if shown else (0, 0)
    seek = window.session.drills.current.seek if shown else None
    track = Track(position, total, seek, grow=1, priority=-3, accessible_name="Moves", key=TRACK)
    return Pages(_bar(window, shown, track), Space(), shown=0 if shown else 1)


def _bar(
    window: Window,
    shown: Playback | None,
    track: Track,
    factor: float | None = None,
    mistakes: Sequence[Child] = (),
    from_here: Sequence[Child] = (),
) -> Element:
    position = "" if shown is None else f"{shown.position:,}/{shown.total:,}"
    return track_bar(
        window,
        *mistakes,
        _pace(window, factor, enabled=shown is not None),
        position_label([position], 76 if window.is_compact else 96, face=Face.FIGURES),
        track,
        *from_here,
        is_playing=shown is not None and shown.is_playing,
    )


def _pace(window: Window, factor: float | None, *, enabled: bool) -> Button:
    """Return the button of the pace. A press selects the next pace, after the last the first."""
    session, timeline = window.session, window.session.activity.timeline
    present = session.settings.speed_of(0 if timeline is None else timeline.total)
    words, label, paces = "Moves per second", speed_text(present), [2.0, 4.0, 8.0, 16.0, FASTEST]
    choose: Callable[[float], object] = session.set_speed
    if factor is not None:
        words, label, paces = "Times the original speed", f"{factor:g}{TIMES}", [1.0, 2.0, 4.0, 8.0]
        present, choose = factor, session.reviews.current.set_factor
    faster = next((pace for pace in paces if pace > present + 0.01), paces[0])
    return Button(label, lambda: choose(faster), size=13, enabled=enabled, width=60, key="pace",
                  tip=f"{words} (click to change)",
                  accessible_name=f"Pace {label}")  # fmt: skip


COLUMN = "column"
"""The key of the column next to the board."""
_BOARD_SHARE = 0.54
"""Maximum width of the board as a fraction of the window's width."""
_MIN_SHARE = 0.6
"""Minimum width of the board as a fraction of the window's height."""
_UPRIGHT = 1.1
"""With at least this ratio of height to width the column is below the board."""
_UPRIGHT_SHARE = 0.95
"""Height of the board with its line above the column, as a fraction of the width."""
_BARS_UNITS = 120
"""The height of both bars."""
_OFFERS = (
    ("hand", "This game", "No moves yet", "view-play", "Play"),
    ("records", "A finished game", "In the statistics", "statistics", "Statistics"),
    ("paste", "Moves as text", "Or a shared game", "paste-solution", "Paste…"),
    ("folder", "A file", "With moves", "open", "Open…"),
    ("cards", "Drill", "Find the best move", "drill", "Drill"),
)
"""For each thing to review: icon, title, note, action, and label of the button."""


def review_view(window: Window) -> Element:
    """Return the view: the bars, the board with its line, and the cards."""
    review, drill, is_compact = window.shown.review, window.shown.drill, window.is_compact
    if review is not None:
        board, bar = _review_board(window, review), review_bar(window, review)
        below = review_line(window, review)
        cards, line = [curve_card(window, review), summary_card(review)], 43 if is_compact else 108
        cards.insert(1, legend())
    elif drill is not None:
        board, bar = _drill_board(window, drill), drill_bar(window, drill)
        below = drill_line(window, drill)
        answers = window.ui.reuse(answers_card, window, drill)
        cards, line = [drill_card(window, drill), maker_card(window), answers], 90
    else:
        board, bar = BoardElement(window, marks=(), ticked=(), grow=0), Space()
        below = Notice(NOTHING_TO_REVIEW, key=COMMENT)
        cards, line = [_offers(window)], 60
    space = 4 if is_compact else 12
    left = Column(Space(grow=1), Column(board, below, gap=space), Space(grow=1), gap=0,
                  panel="Board")  # fmt: skip
    column = Scroll(Column(*cards, gap=14, grow=1 if is_compact else 0), key=COLUMN, grow=1)
    return Column(top_bar(window), _between(window, left, column, line), bar, gap=0)


def _offers(window: Window) -> Element:
    rows = (
        offer(icon, head, words, action_button(
            window, name, label=label, icon="", rank=Rank.NORMAL, size=14, width=100,
            key=("offer", name)))
        for icon, head, words, name, label in _OFFERS
    )  # fmt: skip
    return Card(Text("Choose what to review", size=16, strong=True, lines=1), *rows, gap=14)


def _between(window: Window, left: Element, column: Element, line: float) -> Element:
    """Return the board and its line with the column to the right, or below in upright windows.

    line: height of the line including the gap, in layout units.
    """
    across, down = pad = (8, 6) if window.is_compact else (20, 20)
    gap = 8 if window.is_compact else 20
    window_width, window_height = (length / window.painter.scale for length in window.ui.size)
    width, height = window_width - 2 * across, window_height - _BARS_UNITS - 2 * down
    if height > width * _UPRIGHT:
        left.fixed_height = _UPRIGHT_SHARE * width - gap
        return Column(left, column, gap=gap, pad=pad, grow=1)
    usable = min(_BOARD_SHARE * width - gap, height - line)
    left.fixed_width = max(_MIN_SHARE * window_height, usable)
    return Row(left, column, gap=gap, pad=pad, stretch=True, grow=1)


def _review_board(window: Window, review: ReviewState) -> Element:
    """Return the board with an arrow on the tile moved next and ticks on the best tiles."""
    board = window.shown.play.board
    ticked = _cells(board, review.first_moves)
    played, marks = None if review.shortest is not None else review.played_move, list[Mark]()
    if played is not None:
        cell = board.target(played)
        marks = [Mark(cell, played, has_ring=cell not in ticked)]
    return BoardElement(window, marks=marks, ticked=ticked, grow=0)


def _drill_board(window: Window, drill: DrillState) -> Element:
    """Return the board of a card with ticks on the best tiles after the answer."""
    board = window.shown.play.board
    is_at_card = drill.card is not None and drill.card.board == board
    ticked = _cells(board, drill.first_moves if is_at_card else None)
    return BoardElement(window, marks=(), ticked=ticked, grow=0)


def _cells(board: Board, moves: Iterable[Move] | None) -> tuple[int, ...]:
    """Return the cells of the tiles that these moves would slide."""
    return tuple(sorted(board.target(move) for move in moves or ()))


VIEW = View(
    name=REVIEW, title="Review", key="ctrl+4", icon="review",
    purpose="Go through a game and practise your mistakes",
    go=review_last, build=review_view, activities=(Reviewing, Drilling, Choosing),
    useful=("review-last", "mistake-forward", "shortest-from-here", "try-again", "drill"),
    picture=(("", "The board after each move", "The move played, and the best one"),
             ("Moves left after each move", "Summary"), "The game, move by move"),
)  # fmt: skip
