"""The session: the game without a screen, and the one object that the window talks to."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.mode import Mode, Slide
from puzzler.game.playback import Playback
from puzzler.game.settings import Settings
from puzzler.search.result import SearchResult
from puzzler.solver.handle import SolverHandle, start
from puzzler.solver.messages import Progress
from puzzler.solver.preparation import Preparation


class Session:
    """One person's sitting: the play, its undo history, the shuffle shown, the search, the playback.

    Call the methods for what the person did, ``tick`` once a frame, and read the attributes to draw.
    """

    settings: Settings
    """May be replaced by the window at any time; ``set_speed`` and ``new`` replace it too."""
    preparation: Preparation
    """Its ``state`` and ``message`` tell about the first compile."""
    mode: Mode
    progress: Progress | None
    """Live figures while SEARCHING."""
    result: SearchResult | None
    """Of the last search; stays until the person changes the board."""
    playback: Playback | None
    """While PLAYBACK: ``moves`` so far, ``position``, ``is_playing``, ``speed``, ``total``, ``is_complete``, ``is_at_end``."""
    message: str
    """One line about what happened last; may be empty."""

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], float],
        *,
        preparation: Preparation,
        scenario: Scenario | None = None,
        start_solver: Callable[..., SolverHandle] = start,
    ) -> None: ...

    board: Board
    """What is to be shown now (property, as the rest below)."""
    goal: Board
    scenario: Scenario
    move_count: int
    seconds: float
    """Play timer: from the first move to the goal; stands while the machine has the board."""
    is_solved: bool
    assisted: bool
    can_undo: bool
    can_redo: bool
    is_paused: bool
    """The search or the playback is paused (a playback at its end is not playing: paused)."""
    is_busy: bool
    """Something will change without input: keep ticking every frame; else sleep on events."""
    is_timing: bool
    """The play timer runs: wake once a second to draw it."""

    def click(self, cell: int) -> bool:
        """Slide the tile on ``cell``; False where it is refused (the view shakes it).

        A search or playback stops right there, hands the board over, and then the click counts.
        While SHUFFLING it only finishes the shuffle at once: the board under the hand was another.
        """
        ...

    def move(self, move: Move) -> bool:
        """Move the blank; else as ``click``."""
        ...

    def undo(self) -> bool:
        """Take back the last action; from PLAYBACK the whole watch. False where there is none."""
        ...

    def redo(self) -> bool: ...

    def restart(self) -> None:
        """The same scenario from its start."""
        ...

    def new(
        self, rows: int | None = None, columns: int | None = None, seed: int | None = None
    ) -> None:
        """A freshly shuffled board, by default of the present shape."""
        ...

    def watch(self) -> None:
        """Search from the board as it is now and play the answer; ``message`` says why not."""
        ...

    def stop(self) -> None:
        """End shuffle (at its end), search or playback (where it stands), at once."""
        ...

    def toggle_pause(self) -> None:
        """Pause or go on: the search while SEARCHING, the playback while PLAYBACK (at its end: again from the start)."""
        ...

    def set_speed(self, moves_per_second: float) -> None:
        """Playback speed, held within 0.5 to 60."""
        ...

    def step(self, count: int) -> None:
        """PLAYBACK: pause and go ``count`` moves on, or back where negative. SEARCHING: expand so many states, then pause."""
        ...

    def seek(self, position: int) -> None:
        """PLAYBACK: to after so many moves."""
        ...

    def tick(self, now: float) -> list[Slide]:
        """Let time pass up to ``now``; the slides to animate since the last tick, in order. Never blocks."""
        ...

    def close(self) -> None:
        """End every thread and child; the session is over."""
        ...
