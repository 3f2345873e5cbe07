"""The sheet that is there while something is recorded: how far that is, and a button to stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pygame import Rect

from puzzler.humanize import counted, sentence
from puzzler.window.export.process import Recorder
from puzzler.window.overlays.blocks import Words
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.meter import meter


class RecordingPages:
    """Follows ``recorder``; ``on_end`` is called once where it has written its file.

    Whatever closes the sheet before that stops the recorder, and nothing is written.
    """

    def __init__(self, recorder: Recorder, title: str, on_end: Callable[[], object]) -> None:
        self._recorder = recorder
        self._on_end = on_end
        self._is_told = False
        self._cancel = Button("cancel", self._dismiss, label="Cancel")
        self.sheet = Sheet(
            title,
            (
                Words(str(recorder.file), units=13),
                _MeterBlock(recorder),
                Words(self._words),
            ),
            width_units=520,
            foot=(self._cancel,),
            update=self._update,
            on_close=recorder.cancel,
            is_moving=lambda: not recorder.is_over,
        )
        self.sheet.controls.focus(self._cancel)

    def _words(self) -> str:
        recorder = self._recorder
        if recorder.failure:
            return sentence(recorder.failure)
        if not recorder.total:
            return "Drawing the board"
        return f"{recorder.done:,} of {counted(recorder.total, 'move')} drawn"

    def _update(self) -> None:
        recorder = self._recorder
        if not recorder.poll() or self._is_told:
            return
        self._is_told = True
        self._cancel.label = "Close"
        if recorder.failure:
            self.sheet.arrange()  # its line may need more room
        else:
            self._on_end()

    def _dismiss(self) -> None:
        self.sheet.dismiss()


class _MeterBlock:
    """How far it is."""

    controls: Sequence[Control] = ()

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._area = Rect(0, 0, 0, 0)

    def height(self, painter: Painter, width: int) -> int:
        """A bar with room around it."""
        return painter.px(26)

    def place(self, painter: Painter, area: Rect) -> None:
        """Remember where."""
        self._area = area

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The bar."""
        rect = Rect(0, 0, self._area.width, painter.px(10))
        rect.center = self._area.center
        yield meter(painter, "meter", rect, self._recorder.share)
