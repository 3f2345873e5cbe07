"""What there is to see of a search whose time was up before it began: nothing."""

from __future__ import annotations

from puzzler.search.inspection.reading import Seen, View, rule_of


class OverdueReader:
    """Reads nothing; see ``reading.Reader``."""

    def before(self) -> None:
        """Nothing is expanded."""

    def after(self) -> Seen:
        """Never asked for."""
        raise AssertionError("a search that is overdue expands nothing")

    def view(self, top: int) -> View:
        """Nothing lies before it."""
        return View((), rule_of("the time was up before the search began"))
