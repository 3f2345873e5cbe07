"""The user interface library: elements, layout, focus, scrolling, text, themes and drawing.

A view is described as a tree of elements whenever its state has changed. The tree measures itself
from the inside out (``widths``, ``heights``), is placed from the outside in (``place``), and emits
parts of the picture and targets for pointer and keyboard (``emit``). What belongs to the picture
alone (focus, hover, scroll positions, open menus) is kept in the ``Ui`` by the keys of elements.
Nothing here knows what a puzzle is.
"""
