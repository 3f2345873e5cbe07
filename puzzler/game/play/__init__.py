"""Playing: new boards, slides by hand, challenges and the editor."""
