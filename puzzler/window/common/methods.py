"""Methods of searching as rows of a menu."""

from __future__ import annotations

from puzzler.humanize import sentence
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.window.toolkit.cells import Item


def method_item(words: str, method: Method, warning: str) -> Item:
    """What its algorithm does or, where there is a ``warning``, in short why it need not be tried.

    All of the warning stands beside the button, once the method is chosen.
    """
    if warning:
        return Item(words, icon="warning", detail=warning.partition(":")[0])
    return Item(words, detail=sentence(ALGORITHMS[method.algorithm].summary))
