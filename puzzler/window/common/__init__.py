"""Parts shared by several views: the board, actions and their buttons, bars and tracks."""
