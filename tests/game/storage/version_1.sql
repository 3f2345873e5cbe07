CREATE TABLE games (              -- a window's play with everything that can be undone
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    present INTEGER NOT NULL,     -- the position of its present step
    next_number INTEGER NOT NULL, -- of the play that is begun next
    touched REAL NOT NULL         -- seconds since 1970; -1 where it cannot be understood
);
CREATE TABLE scenarios (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    start TEXT NOT NULL,
    goal TEXT NOT NULL,
    seed TEXT,                    -- may have more digits than an INTEGER
    shuffle_moves INTEGER NOT NULL,
    difficulty TEXT NOT NULL,     -- of the shuffle; empty where nobody said
    labels TEXT,                  -- a JSON list
    title TEXT NOT NULL           -- a JSON string
);
CREATE TABLE steps (              -- the past, the present and what was undone, in this order
    game INTEGER NOT NULL,
    position INTEGER NOT NULL,
    scenario INTEGER NOT NULL,
    number INTEGER NOT NULL,      -- of the play
    moves TEXT NOT NULL,          -- from the step before, over UDLR; empty where a play begins
    tiles TEXT,                   -- only where the moves do not tell them
    move_count INTEGER NOT NULL,
    seconds REAL NOT NULL,
    assisted INTEGER NOT NULL,
    PRIMARY KEY (game, position)
) WITHOUT ROWID;
CREATE TABLE solves (             -- by hand
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,      -- of the play: each counts once
    rows INTEGER NOT NULL,
    columns INTEGER NOT NULL,
    goal TEXT NOT NULL,
    difficulty TEXT,              -- none where the board was not shuffled
    start TEXT NOT NULL,
    seed TEXT,
    shuffle_moves INTEGER NOT NULL,
    moves TEXT NOT NULL,          -- every move, over UDLR
    times TEXT NOT NULL,          -- of every move, in milliseconds of play, separated by spaces
    move_count INTEGER NOT NULL,
    seconds REAL NOT NULL,
    assisted INTEGER NOT NULL,
    solved_at REAL NOT NULL,      -- seconds since 1970
    UNIQUE (game, number)
);
CREATE INDEX solves_by_category ON solves (rows, columns, goal, difficulty, assisted);
