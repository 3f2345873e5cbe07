"""The figures of the play and the line that says what is going on, below the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.play.distances import Shortest
from puzzler.game.play.relay import STAGES
from puzzler.game.session import Session
from puzzler.game.watch import messages as watch_messages
from puzzler.game.watch.figures import Figures
from puzzler.humanize import clock_time, counted, precise_time, sentence
from puzzler.window.common.actions import actions
from puzzler.window.layout import Grow, Size, column, inset, middle, row
from puzzler.window.panels.coach_line import CoachLine
from puzzler.window.panels.inspection import InspectionCount
from puzzler.window.panels.panel import Places, action_tip, drawn
from puzzler.window.play.actions import is_blindfold, is_editing
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import figure, figure_rows, label
from puzzler.window.widgets.notice import Notice, least_height
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_FIGURE_UNITS = 24
_BLINDFOLD = "Blindfold: the tiles stay covered until the board is solved"
_SHORTEST_FROM = 560
"""Units of width from which the line of a compact window has room for the shortest."""


class Status:
    """Moves, time, shortest; and the message, whole however long it is."""

    name = "status"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._places: Places = {}
        self._message = Notice("message")
        self.coach = CoachLine(desk)
        self.inspection = InspectionCount(desk)
        self.show_tiles = Button("show tiles", self._show_tiles, label="Show the tiles", units=14)
        """Ends a blindfold play."""

    @property
    def is_shown(self) -> bool:
        """While tiles are placed by hand there is no play to speak of."""
        return not is_editing(self._desk) and not self._desk.is_welcome

    def height(self, painter: Painter, width: int) -> int:
        """Beside a column two lines, and one where room is scarce; the message may take two.

        The coach has a line of its own.
        """
        coach = self.coach.height(painter) if self.coach.is_on else 0
        if self._desk.is_compact:
            return max(painter.px(36), least_height()) + coach
        return sum(figure_rows(painter, _FIGURE_UNITS)) + painter.px(3) + painter.px(44) + coach

    def place(self, painter: Painter, area: Rect) -> None:
        """Three figures above the message, or all in one line; the coach's line below."""
        self.inspection.rect = inset(area, painter.px(8), 0) if self._desk.is_compact else area
        coach = self.coach.height(painter) if self.coach.is_on else 0
        if self._desk.is_compact:
            area, self.coach.rect = column(inset(area, painter.px(8), 0), [Grow(), coach])
            sizes: dict[str, Size] = {"moves": painter.px(100), "time": painter.px(72)}
            if area.width >= painter.px(_SHORTEST_FROM):
                sizes["shortest"] = painter.px(176)
            sizes["message"] = Grow()
            rects = row(area, list(sizes.values()), painter.px(8))
            self._places = dict(zip(sizes, rects, strict=True))
        else:
            above, self.coach.rect, message = column(area, [Grow(), coach, painter.px(40)])
            above.height -= painter.px(4)
            width = painter.px(130)
            rects = row(above, [Grow(), *[width] * 3, Grow()], painter.px(12))[1:-1]
            self._places = dict(zip(("moves", "time", "shortest"), rects, strict=True))
            self._places["message"] = message
        self._place_message(painter)

    def _place_message(self, painter: Painter) -> None:
        """All that is left of its place by the button that ends a blindfold play."""
        place, is_compact = self._places["message"], self._desk.is_compact
        self._message.align = 1.0 if is_compact else 0.5
        if is_blindfold(self._desk):
            place = place.union(self._places.get("shortest", place)) if is_compact else place
            width, gap = self.show_tiles.width(painter), painter.px(14)
            self._message.align = 1.0
            sizes: list[Size] = [Grow(), width] if is_compact else [Grow(), width, Grow(0.6)]
            place, button = row(place, sizes, gap)[:2]
            self.show_tiles.rect = middle(button, width, painter.target(36))
        self._message.rect = place

    def follow(self) -> None:
        """The message, and in what colour."""
        self.coach.follow()
        if self._places:
            self._place_message(self._desk.painter)
        self._message.words = message(self._desk)
        self._message.is_good = self._desk.session.snapshot().play.is_solved and not self._desk.said

    @property
    def controls(self) -> Sequence[Control]:
        """The message, where it is longer than its room: it can be read in a tooltip then."""
        if self.inspection.is_on:
            return []
        message = [self._message] if self._message.is_cut(self._desk.painter) else []
        return [*message, self.show_tiles] if is_blindfold(self._desk) else message

    def _show_tiles(self) -> None:
        actions()["show-tiles"].do(self._desk)

    def seconds_to_change(self) -> float | None:
        """The coach's remark fades, and the time to look at a board runs down."""
        waits = (self.coach.seconds_to_change(), self.inspection.seconds_to_change())
        return min((wait for wait in waits if wait is not None), default=None)

    def tip(self, name: str) -> Tip | None:
        """All of a message that is cut; what it means to see the tiles."""
        if name == self.show_tiles.name:
            return action_tip(self._desk, actions()["show-tiles"])
        return Tip(self._message.words)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Figures, the coach's line and the message; before the timer runs, the time to look."""
        if self.inspection.is_on:
            yield from self.inspection.parts(painter)
            return
        if self.coach.is_on:
            yield from self.coach.parts(painter)
        session, places = self._desk.session, self._places
        shortest = session.snapshot().coach.shortest.text
        # a finish is told to the tenth, here as in the records
        is_finished = (
            session.snapshot().play.is_solved
            and not session.context.game.is_timing
            and session.activity.play.seconds > 0
        )
        time = (
            precise_time(session.activity.play.seconds)
            if is_finished
            else clock_time(session.activity.play.seconds)
        )
        if self._desk.is_compact:
            said = {"moves": counted(session.activity.play.move_count, "move"), "time": time}
            if "shortest" in places and not is_blindfold(self._desk):
                said["shortest"] = _relay_words(session) or _shortest_words(
                    session.snapshot().coach.shortest
                )
            for name, words in said.items():
                yield label(
                    painter,
                    name,
                    places[name],
                    words,
                    color=painter.theme.text,
                    units=14,
                    face=Face.FIGURES,
                )
        else:
            captions = {
                "moves": ("Moves", f"{session.activity.play.move_count:,}"),
                "time": ("Time, assisted" if session.activity.play.assisted else "Time", time),
                "shortest": ("Shortest", shortest),
            }
            for name, (caption, value) in captions.items():
                if value:
                    yield figure(
                        painter,
                        name,
                        places[name],
                        caption,
                        value,
                        units=_FIGURE_UNITS,
                        value_units=None if len(value) < 8 else 16,
                        align=0.5,
                    )
        yield self._message.part(painter)
        if is_blindfold(self._desk):
            yield from drawn(self._desk, painter, [self.show_tiles])


def message(desk: Window) -> str:
    """The one line that says what is going on."""
    if desk.said:  # by the window, such as what is wrong with a text
        return sentence(desk.said)
    session, figures = desk.session, desk.figures
    is_searching = desk.watching is not None and desk.watching.is_searching
    is_improving = (
        session.watch.runs.shown is not None
        and not session.watch.runs.shown.is_over
        and not is_searching
    )
    if (
        is_improving
        and figures is not None
        and session.context.feedback.message == watch_messages.SEARCHING
    ):
        return _ends(figures, is_compact=desk.is_compact)
    if desk.is_compact and is_searching and figures is not None:
        said = [figures.state]
        if figures.expanded is not None:
            said += [f"{figures.expanded:,} states expanded"]
        return f"{figures.method.title}: {', '.join(said).lower()}"
    if not desk.line and is_blindfold(desk):
        return _BLINDFOLD
    if not desk.line:
        # beside a column the warning stands by the button that it warns of
        is_warned = desk.is_compact and desk.watching is None
        warning = session.snapshot().watch.warning if is_warned else ""
        return sentence(session.context.preparation.message) or warning
    return sentence(desk.line)


def _ends(figures: Figures, *, is_compact: bool) -> str:
    """What is known of an answer that may become better while it is played.

    Beside a column a panel says how much.
    """
    if not figures.improvements or figures.best_length is None:
        return figures.state  # its first answer comes before it has begun to search
    if not is_compact:
        return "The rest of the answer gets shorter while it is played"
    least, most = figures.lower_bound, counted(figures.best_length, "move")
    return f"At least {least:,} \N{MIDDLE DOT} at most {most}"


def _relay_words(session: Session) -> str:
    """Which board of a relay it is; "" where none is played."""
    relay = session.challenges.relay
    return "" if relay is None or relay.is_ended else f"board {relay.stage + 1} of {len(STAGES)}"


def _shortest_words(shortest: Shortest) -> str:
    """The same without a caption, for one line."""
    if shortest.moves is None and shortest.at_least:
        return f"shortest \N{GREATER-THAN OR EQUAL TO} {shortest.at_least:,}"
    if shortest.moves is None and shortest.is_computing:
        return "computing shortest"
    return f"shortest {shortest.text}" if shortest.text else ""
