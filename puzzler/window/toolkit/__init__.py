"""The user interface library: elements, layout, focus, scrolling, text, themes and drawing.

A view is described as a tree of elements that is rebuilt whenever its state has changed. Sizes are
measured from the leaves up (``widths``, ``heights``), places are assigned from the root down
(``place``), and the tree then emits parts of the picture and targets for pointer and keyboard
(``emit``). State of the interface alone (focus, hover, scroll positions, open menus) is stored in
the ``Ui`` by the keys of elements. The library is independent of puzzles.
"""
