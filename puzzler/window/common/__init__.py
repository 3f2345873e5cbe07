"""What several views share: the board, buttons of actions, the bars, and tracks."""
