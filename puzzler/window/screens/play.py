"""The play screen: the board, the machine that solves it, and the bar that plays the answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from puzzler.board.move import Move
from puzzler.game.activities.editing import Target
from puzzler.game.kept.settings import Face as TileFace
from puzzler.game.kept.settings import Settings
from puzzler.game.play.mode import Happening, Mode
from puzzler.game.play.playback import FASTEST, SLOWEST
from puzzler.game.session import Session
from puzzler.window.board_view import BoardView, Mark
from puzzler.window.clipboard import Clipboard, SystemClipboard
from puzzler.window.keymap import DIRECTIONS, Command, Keymap, read_keys
from puzzler.window.overlays.blocks import Words
from puzzler.window.overlays.board_sheet import BoardPages
from puzzler.window.overlays.file_sheet import FilePages
from puzzler.window.overlays.help_sheet import help_sheet
from puzzler.window.overlays.menu import Menu
from puzzler.window.overlays.overlay import Overlays
from puzzler.window.overlays.picture_sheet import PicturePages
from puzzler.window.overlays.records_sheet import records_sheet
from puzzler.window.overlays.settings_sheet import SCALES, SettingsPages
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.paint import Painter, interface_scale
from puzzler.window.pictures import SUFFIXES, Picture, PictureError, find_picture, load_picture
from puzzler.window.scene import Part
from puzzler.window.screens.play_controls import PlayControls
from puzzler.window.screens.play_layout import PlayLayout, Widths, arrange
from puzzler.window.screens.play_picture import picture
from puzzler.window.screens.screen import Next
from puzzler.window.skin import Skin
from puzzler.window.sound import Player, Silence
from puzzler.window.theme import Theme
from puzzler.window.widgets.control import Control, Controls
from puzzler.window.widgets.scroll_list import Item
from puzzler.window.widgets.tooltip import SECONDS as TIP_SECONDS

SMALLEST_SIZE = (480, 360)
FIGURES_SECONDS = 0.1
"""Live figures and the ghost board change at most this often: faster cannot be read."""
LONG_STEP = 10

_BLANK_MOVES = {
    Command.UP: Move.DOWN,
    Command.DOWN: Move.UP,
    Command.LEFT: Move.RIGHT,
    Command.RIGHT: Move.LEFT,
}
"""Which way the blank goes when a tile is told to go a way."""
_SCALE_COMMANDS = (Command.LARGER, Command.SMALLER, Command.AUTOMATIC_SCALE)
_EVERYWHERE = (*_SCALE_COMMANDS, Command.FULL_SCREEN, Command.QUIT)
"""What can be asked for while something lies over the screen, too."""


class PlayScreen:
    """Turns what the person does into calls of the session, and the session into a picture."""

    title = "Puzzler"

    def __init__(
        self,
        session: Session,
        load_theme: Callable[[str], Theme],
        size: tuple[int, int],
        *,
        notice: str = "",
        sounds: Player | None = None,
        clipboard: Clipboard | None = None,
        welcomes: bool = False,
    ) -> None:
        """Load themes with ``load_theme``; ``welcomes`` whom it sees for the first time."""
        self.session = session
        self.view = BoardView(session.board, session.goal)
        self.progress = session.progress
        """The live figures on show."""
        self.is_drawer_open = False
        self.overlays = Overlays()
        keys, problem = read_keys(session.settings.keys)
        self.keymap = Keymap(keys)
        self.notice = notice or problem
        """One line to show until the session has something to say."""
        self.tip: str | None = None
        """The control whose tooltip is shown."""
        self._load_theme = load_theme
        self._sounds: Player = sounds or Silence()
        self._clipboard: Clipboard = clipboard or SystemClipboard()
        self._is_cursor_shown = False
        self.is_welcome = welcomes and not self.notice and not session.settings.is_welcomed
        """The hint of the first run is shown, unless it would cover a line that matters more."""
        self.picture: Picture | None = None
        """What the tiles carry, where that is a picture."""
        self._now: float | None = None
        self._progress_since = -math.inf
        self._tip_since: tuple[str, float] | None = None
        self._commands = self._make_commands()
        self.control = PlayControls(self)
        self.controls = Controls([])
        self.painter = Painter(load_theme(session.settings.theme), 1.0)
        self._shown_settings = session.settings
        self._put_on_skin()
        self.resize(size)

    @property
    def theme(self) -> Theme:
        """The colours on show."""
        return self.painter.theme

    # ------------------------------------------------------------------- size

    def resize(self, size: tuple[int, int]) -> None:
        """The window is of this size now, in pixels."""
        self.size = size
        # a window that is smaller still shows the upper left of this
        room = max(size[0], SMALLEST_SIZE[0]), max(size[1], SMALLEST_SIZE[1])
        scale = interface_scale(self.session.settings.interface_scale, *size)
        if self.painter.scale != scale:
            self.painter = Painter(self.theme, scale)
        painter, control = self.painter, self.control
        self._shape = self.session.board.size
        control.offer(self._shape)
        widths = Widths(
            control.new.width(painter),
            control.sizes.width(painter),
            control.watch_width(painter),
            control.editing_widths(painter),
        )
        self.layout: PlayLayout = arrange(room, self._shape, painter, widths)
        self.is_drawer_open &= self.layout.is_compact
        self.view.area = self.layout.board
        self._was_editing = self.is_editing
        self._place_controls()
        self.overlays.place(Rect((0, 0), room), painter)

    @property
    def setting(self) -> Hashable:
        """What the backdrop depends on."""
        return self.theme

    def backdrop(self) -> Surface:
        """A slight gradient."""
        theme = self.theme
        return self.painter.gradient(*self.size, theme.ground, theme.ground_low).convert()

    @property
    def is_panel_shown(self) -> bool:
        """The panel is on the screen, as a column or as an open drawer."""
        return not self.layout.is_compact or self.is_drawer_open

    @property
    def is_editing(self) -> bool:
        """Tiles are placed by hand."""
        return self.session.editor is not None

    def _place_controls(self) -> None:
        layout, shown = self.layout, list[Control]()
        for places, controls in (
            (layout.top, self.control.top),
            (layout.solver if self.is_panel_shown else {}, self.control.solver),
            (layout.transport, self.control.transport if not self.is_editing else {}),
            (layout.editing, self.control.editing if self.is_editing else {}),
        ):
            for name, control in controls.items():
                if name in places:
                    control.rect = places[name]
                    shown.append(control)
        self.controls.show_only(shown)

    def toggle_drawer(self) -> None:
        """Show the panel over the board, or put it away."""
        self.is_drawer_open = not self.is_drawer_open
        self._place_controls()

    def _follow_settings(self) -> None:
        """Bring the picture to what was chosen."""
        before, after = self._shown_settings, self.session.settings
        if before == after:
            return
        self._shown_settings = after
        if before.theme != after.theme:
            self.painter = Painter(self._load_theme(after.theme), self.painter.scale)
        if _skin_settings(before) != _skin_settings(after):
            self._put_on_skin()
        if (before.theme, before.interface_scale) != (after.theme, after.interface_scale):
            self.resize(self.size)

    def _put_on_skin(self) -> None:
        """Let the tiles show what the settings say; numbers where the picture cannot be used."""
        settings = self.session.settings
        self.picture = None
        if settings.face is TileFace.PICTURE:
            try:
                self.picture = find_picture(settings.picture)
            except PictureError as error:
                self.notice = f"{error}: showing numbers"
        self.view.skin = Skin(settings.face, self.picture, settings.numbers_on_pictures)
        self._label_tiles()

    # ------------------------------------------------------------------- time

    @property
    def is_moving(self) -> bool:
        """The picture may change every frame without any input."""
        return self.view.is_moving or self.session.is_busy

    def seconds_to_change(self) -> float | None:
        """The next whole second of the timer, where it runs, or a tooltip that is to come."""
        waits = [1.001 - self.session.seconds % 1] if self.session.is_timing else []
        if self._tip_since is not None and self.tip is None and self._now is not None:
            waits.append(max(0.001, self._tip_since[1] + TIP_SECONDS - self._now))
        return min(waits, default=None)

    def tick(self, now: float) -> None:
        """Let time pass up to ``now``."""
        self.view.advance(0.0 if self._now is None else now - self._now)
        self._now = now
        for slide in self.session.tick(now):
            self.view.slide(slide)
        self._follow()
        self._let_be_heard()
        self.overlays.tick(now)
        self._follow_settings()
        self._find_tip(now)
        progress = self.session.progress
        if progress is None or now - self._progress_since >= FIGURES_SECONDS:
            self.progress, self._progress_since = progress, now

    def _follow(self) -> None:
        """Bring controls and board to what the session says."""
        session = self.session
        if session.board.size != self._shape or self._was_editing != self.is_editing:
            self.resize(self.size)
        self.view.show(session.board, session.goal)
        self._label_tiles()
        self.view.is_solved = session.is_solved and not self.is_editing
        self.view.marks = self._marks()
        self.control.follow(self)

    def _label_tiles(self) -> None:
        """Let the tiles show the board's own words, where it has some."""
        session = self.session
        labels = session.scenario.labels
        if labels is not None and len(labels) != len(session.board.tiles):
            labels = None
        if self.view.skin.labels != labels:
            self.view.skin = replace(self.view.skin, labels=labels)

    def _let_be_heard(self) -> None:
        """Sounds and the celebration, for what happened since the last frame."""
        settings = self.session.settings
        for happening in self.session.take_happenings():
            if not settings.is_muted:
                self._sounds.play(happening, settings.volume)
            if happening is Happening.SOLVED and not settings.reduced_motion:
                self.view.celebrate()

    def _marks(self) -> list[Mark]:
        """What is lit up on the board: a hint, or what the editor's hand and keys are on."""
        session = self.session
        if session.editor is not None:
            marks = [] if session.editor.held is None else [Mark(session.editor.held)]
            if self._is_cursor_shown:
                marks.append(Mark(session.editor.cursor, is_slight=True))
            return marks
        hint = session.hint
        return [] if hint is None or hint.cell is None else [Mark(hint.cell, hint.move)]

    def _find_tip(self, now: float) -> None:
        """A tooltip comes when the pointer rests, and at once for what the keyboard holds."""
        over = None if self.overlays.top else self.controls.hovered or self.controls.focused
        if over is None or self.control.tip(over.name) is None or self.controls.is_held:
            self._tip_since = self.tip = None
            return
        if self._tip_since is None or self._tip_since[0] != over.name:
            # from one tooltip to the next there is no wait
            is_quick = self.tip is not None or over is self.controls.focused
            self._tip_since = over.name, now - TIP_SECONDS if is_quick else now
            self.tip = None
        if now - self._tip_since[1] >= TIP_SECONDS:
            self.tip = over.name

    def _end_welcome(self) -> None:
        """The person has begun: the hint of the first run is not needed any more."""
        if self.is_welcome:
            self.is_welcome = False
            self.session.settings = replace(self.session.settings, is_welcomed=True)

    # ------------------------------------------------------------------ input

    @property
    def is_over_control(self) -> bool:
        """The pointer is over something that can be used."""
        if self.overlays.top is not None:
            return self.overlays.top.is_over_control
        return self.controls.is_hovering or self.view.hovered is not None

    def handle(self, event: Event) -> Next:
        """One event."""
        if event.type == pygame.QUIT:
            return Next.QUIT
        command = None
        if event.type == pygame.KEYDOWN:
            command = self._everywhere(event)
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONUP):
            self._end_welcome()
        if command is Command.FULL_SCREEN:
            return Next.FULL_SCREEN
        if command is Command.QUIT:
            return Next.QUIT
        if command is not None:
            self.do(command)
        elif event.type == pygame.DROPFILE:
            self.take_picture(Path(event.file))
        elif not self.overlays.handle(event):
            self._handle(event)
        self._follow_settings()
        self._follow()
        return Next.STAY

    def _everywhere(self, event: Event) -> Command | None:
        """A command that counts whatever lies over the screen."""
        held = self.keymap.is_on_letters
        command = self.keymap.command(event.key, event.mod)
        if command in _EVERYWHERE:
            return command
        self.keymap.is_on_letters = held
        return None

    def _handle(self, event: Event) -> None:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._point(event)
        elif event.type == pygame.MOUSEWHEEL and self.session.mode is Mode.PLAYBACK:
            if event.y:
                self.session.step(-event.y)
        elif event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self._lose_pointer()
        elif self.is_editing and event.type == pygame.KEYDOWN and self._edit_by_key(event):
            pass
        elif not self.controls.handle(event) and event.type == pygame.KEYDOWN:
            command = self.keymap.command(event.key, event.mod)
            if command is not None:
                self.do(command, long=bool(event.mod & pygame.KMOD_SHIFT))

    def _point(self, event: Event) -> None:
        is_taken = self.controls.handle(event)
        if self.is_welcome and event.type == pygame.MOUSEBUTTONDOWN:
            # no hand means a tile that it cannot see
            is_taken |= self.layout.welcome.collidepoint(event.pos)
        is_on_drawer = self.is_drawer_open and self.layout.panel.collidepoint(event.pos)
        cell = None if is_on_drawer or is_taken else self.view.geometry.cell_at(event.pos)
        if self.view.is_held:
            self._drag(event)
            return
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.keymap.pointer_used()
            if event.button != 1 or is_taken or is_on_drawer:
                return
            if self.is_drawer_open:
                self.toggle_drawer()
            elif cell is not None:
                self._take(cell, event.pos)
        can_slide = cell is not None and (
            self.is_editing or bool(self.session.board.moves_to_slide(cell))
        )
        self.view.hovered = None if self.controls.is_hovering or not can_slide else cell

    def _take(self, cell: int, at: tuple[int, int]) -> None:
        """A hand on a tile: it is held until it is let go; what the machine does stops there."""
        self._is_cursor_shown = False
        if self.session.mode in (Mode.SHUFFLING, Mode.EDIT):
            self.session.click(cell)
            return
        self.session.stop()
        self.view.show(self.session.board, self.session.goal)
        if not self.view.grab(cell, at):
            self._click(cell)

    def _drag(self, event: Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self.view.drag(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.view.drag(event.pos)
            cell = self.view.let_go(glides_back=not self.session.settings.reduced_motion)
            if cell is not None:
                self._click(cell)

    def _lose_pointer(self) -> None:
        self.controls.handle(Event(pygame.WINDOWLEAVE))
        self.view.let_go(glides_back=False)
        self.view.hovered = None

    def _click(self, cell: int) -> None:
        if not self.session.click(cell) and not self.session.settings.reduced_motion:
            self.view.show(self.session.board, self.session.goal)
            self.view.shake(cell)

    # --------------------------------------------------------------- commands

    def _make_commands(self) -> dict[Command, Callable[[], object]]:
        session = self.session
        return {
            Command.STOP: self._escape,
            Command.PAUSE: session.toggle_pause,
            Command.UNDO: session.undo,
            Command.REDO: session.redo,
            Command.NEW: session.new,
            Command.RESTART: session.restart,
            Command.HINT: session.ask_hint,
            Command.BOARD: self.open_board,
            Command.PICTURE: self.open_picture,
            Command.EDIT: self._edit,
            Command.RECORDS: self.open_records,
            Command.MUTE: self._mute,
            Command.HELP: self.open_help,
            Command.SETTINGS: self.open_settings,
            Command.LARGER: lambda: self._rescale(1),
            Command.SMALLER: lambda: self._rescale(-1),
            Command.AUTOMATIC_SCALE: lambda: self._rescale(0),
        }

    def do(self, command: Command, *, long: bool = False) -> None:
        """What a key or a button asks for."""
        session = self.session
        if command in DIRECTIONS:
            self._go(command, long=long)
        elif command is Command.WATCH:
            if self.control.watch.is_enabled:
                session.watch()
        elif command in (Command.TO_START, Command.TO_END):
            if session.playback is not None:
                session.seek(0 if command is Command.TO_START else session.playback.total)
        elif command in self._commands:
            self._commands[command]()

    def _go(self, command: Command, *, long: bool) -> None:
        """A direction: steps through a playback by arrow, else moves a tile."""
        if self.session.mode is Mode.PLAYBACK and not self.keymap.is_on_letters:
            steps = {Command.LEFT: -1, Command.RIGHT: 1}.get(command, 0)
            if steps:
                self.session.step(steps * (LONG_STEP if long else 1))
            return
        move = _BLANK_MOVES[command]
        self.session.move(move.inverse if self.session.settings.arrows_move_blank else move)

    def _escape(self) -> None:
        """Stop what runs; else put away what is open."""
        if self.session.editor is not None:
            if self.session.editor.held is not None:
                self.session.editor.drop()
            else:
                self.session.cancel_edit()
        elif self.session.mode is not Mode.PLAY:
            self.session.stop()
        elif self.is_drawer_open:
            self.toggle_drawer()
        else:
            self.controls.clear_focus()

    def watch_or_stop(self) -> None:
        """For the one button of a compact window."""
        if self.control.stop.is_enabled:
            self.session.stop()
        else:
            self.session.watch()

    def seek(self, share: float) -> None:
        """Go to a share of the timeline."""
        if self.session.playback is not None:
            self.session.seek(round(share * self.session.playback.total))

    def set_speed(self, share: float) -> None:
        """A share of the way from the slowest to the fastest, by ratio."""
        speed = SLOWEST * (FASTEST / SLOWEST) ** share
        self.session.set_speed(round(speed, 1) if speed < 10 else round(speed))

    def _rescale(self, step: int) -> None:
        """To the next larger or smaller interface, or with 0 to the automatic one."""
        settings, scale = self.session.settings, None
        if step:
            now = self.painter.scale
            beyond = [s for s in SCALES if (s > now + 0.01 if step > 0 else s < now - 0.01)]
            scale = (min(beyond) if step > 0 else max(beyond)) if beyond else now
        self.session.settings = replace(settings, interface_scale=scale)

    # ---------------------------------------------------------------- overlays

    def open_menu(
        self, anchor: Rect, items: Sequence[Item], marked: int, on_choose: Callable[[int], None]
    ) -> None:
        """A list to choose from, at ``anchor``."""
        self._lose_pointer()
        self.overlays.open(Menu(anchor, items, marked, on_choose))

    def _open(self, sheet: Sheet) -> None:
        self._lose_pointer()
        self.overlays.open(sheet)

    def open_help(self) -> None:
        """How to play, and all keys."""
        self._open(help_sheet(self.keymap))

    def open_settings(self) -> None:
        """Everything that can be chosen."""
        pages = SettingsPages(
            self._get_settings,
            self._put_settings,
            self.open_menu,
            self._try_sound,
            lambda: self._sounds.problem,
        )
        self._open(pages.sheet)

    def open_board(self) -> None:
        """A board of another size, goal, difficulty or seed."""
        skin = replace(self.view.skin, labels=None)  # for boards of any size
        self._open(BoardPages(self.session, self._clipboard, skin, self._draw_goal).sheet)

    def open_picture(self) -> None:
        """What the tiles show."""
        pages = PicturePages(
            self._get_settings, self._put_settings, self.picture, self._choose_file
        )
        self._open(pages.sheet)

    def open_records(self) -> None:
        """What was reached."""
        self._open(records_sheet(self.session))

    def open_more(self) -> None:
        """What finds no room in the top bar of a compact window."""
        commands = (Command.PICTURE, Command.EDIT, Command.RECORDS)
        items = [
            Item(words, self.keymap.hint(command), icon)
            for command, words, icon in zip(
                commands,
                ("What the tiles show", "Place tiles by hand", "Records"),
                ("picture", "edit", "records"),
                strict=True,
            )
        ]
        self.open_menu(self.control.menu.rect, items, -1, lambda index: self.do(commands[index]))

    def take_picture(self, file: Path) -> None:
        """Put a file onto the tiles; what cannot be is said in one line."""
        try:
            picture = load_picture(file)
        except PictureError as error:
            self.overlays.close_all()
            self._open(Sheet("This picture cannot be used", [Words(str(error))]))
            return
        settings = replace(self.session.settings, face=TileFace.PICTURE, picture=picture.key)
        self.session.settings = settings

    def _choose_file(self, on_choose: Callable[[Path], str]) -> None:
        folder = self.picture.file.parent if self.picture is not None else Path.home()
        if self.picture is not None and self.picture.is_bundled:
            folder = Path.home()
        self._open(FilePages(folder, SUFFIXES, on_choose, lambda: self.painter).sheet)

    # ------------------------------------------------------------------ editor

    def _edit(self) -> None:
        if self.session.editor is None:
            self.session.edit()
        else:
            self.finish_edit()

    def finish_edit(self) -> None:
        """Play what was drawn, where that can be solved."""
        self.session.finish_edit()

    def _draw_goal(self) -> None:
        self.session.edit()
        self.draw_target(Target.GOAL)

    def draw_target(self, target: Target) -> None:
        """Draw the board, or the goal."""
        if self.session.editor is not None:
            self.session.editor.target = target

    def mend(self) -> None:
        """Make what is drawn solvable."""
        if self.session.editor is not None:
            self.session.editor.mend()

    def _edit_by_key(self, event: Event) -> bool:
        """The arrow keys move a cursor over the cells, Enter and Space pick; False for others."""
        editor = self.session.editor
        if editor is None or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        steps = {
            pygame.K_UP: (-1, 0),
            pygame.K_DOWN: (1, 0),
            pygame.K_LEFT: (0, -1),
            pygame.K_RIGHT: (0, 1),
        }
        if self.controls.focused is not None:
            return False
        if event.key in steps:
            editor.move_cursor(*steps[event.key])
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            editor.pick(editor.cursor)
        else:
            return False
        self._is_cursor_shown = True
        return True

    # ------------------------------------------------------------------- sound

    def _mute(self) -> None:
        settings = self.session.settings
        self.session.settings = replace(settings, is_muted=not settings.is_muted)
        self._try_sound()

    def _try_sound(self) -> None:
        settings = self.session.settings
        if not settings.is_muted:
            self._sounds.play(Happening.SLID, settings.volume)

    def _get_settings(self) -> Settings:
        return self.session.settings

    def _put_settings(self, settings: Settings) -> None:
        self.session.settings = settings

    # ---------------------------------------------------------------- picture

    def parts(self) -> Iterator[Part]:
        """The picture, from back to front."""
        return picture(self)

    def close(self) -> None:
        """End the session."""
        self._sounds.close()
        self.session.close()


def _skin_settings(settings: Settings) -> Hashable:
    return settings.face, settings.picture, settings.numbers_on_pictures
