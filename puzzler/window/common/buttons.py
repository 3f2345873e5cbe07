"""Buttons of actions: icon, words, key and tooltip come from the action's row."""

from __future__ import annotations

from typing import Unpack

from puzzler.window.common.actions import actions
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Options, Tip
from puzzler.window.window import Window


def action_button(
    window: Window,
    name: str,
    *,
    label: str | None = None,
    icon: str | None = None,
    short: str = "",
    rank: Rank | None = None,
    shows_key: bool = False,
    size: float = 15,
    autofocus: bool = False,
    **options: Unpack[Options],
) -> Button:
    """The button of an action. ``label`` is by default the action's own, which may be none."""
    action, key = actions()[name], window.keymap.hint(name)
    label = action.label if label is None else label
    options.setdefault("key", name)
    options.setdefault("tip", Tip(action.words, key))
    rank = rank or (Rank.NORMAL if label else Rank.QUIET)
    return Button(
        label,
        lambda: action.do(window),
        icon=action.icon if icon is None else icon,
        short=short,
        hint=key if shows_key else "",
        rank=rank,
        size=size,
        enabled=action.is_enabled(window),
        autofocus=autofocus,
        **options,
    )
