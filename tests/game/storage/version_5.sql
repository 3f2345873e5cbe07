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
    assisted INTEGER NOT NULL, coached INTEGER NOT NULL DEFAULT 0, blindfold INTEGER NOT NULL DEFAULT 0,
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
    solved_at REAL NOT NULL, coached INTEGER NOT NULL DEFAULT 0, blindfold INTEGER NOT NULL DEFAULT 0, shortest INTEGER, deleted INTEGER NOT NULL DEFAULT 0, title TEXT NOT NULL DEFAULT '',      -- seconds since 1970
    UNIQUE (game, number)
);
CREATE TABLE kinds (              -- of solves that are compared with each other
    id INTEGER PRIMARY KEY,
    rows INTEGER NOT NULL,
    columns INTEGER NOT NULL,
    goal TEXT NOT NULL,
    difficulty TEXT NOT NULL,
    blindfold INTEGER NOT NULL,
    UNIQUE (rows, columns, goal, difficulty, blindfold)
);
CREATE TABLE figures (            -- what the statistics read of the solves of a kind
    kind INTEGER NOT NULL,
    solve INTEGER NOT NULL,
    packed TEXT NOT NULL,         -- hexadecimal: 100,000 solves are read as one text
    PRIMARY KEY (kind, solve)
) WITHOUT ROWID;
CREATE TRIGGER solve_added AFTER INSERT ON solves BEGIN 
    INSERT OR IGNORE INTO kinds (rows, columns, goal, difficulty, blindfold) VALUES (NEW.rows, NEW.columns, NEW.goal, NEW.difficulty, NEW.blindfold);
    INSERT INTO figures SELECT id, NEW.id, printf('%08x', max(0, min(CAST(NEW.id AS INTEGER), 4294967295))) || printf('%08x', max(0, min(CAST(NEW.solved_at AS INTEGER), 4294967295))) || printf('%08x', max(0, min(CAST(round(1000 * NEW.seconds) AS INTEGER), 4294967295))) || printf('%08x', max(0, min(CAST(NEW.move_count AS INTEGER), 4294967295))) || printf('%04x', max(0, min(CAST(ifnull(NEW.shortest, 0) AS INTEGER), 65535))) || printf('%02x', max(0, min(CAST(NEW.assisted OR NEW.coached AS INTEGER), 255))) FROM kinds
        WHERE (rows, columns, goal, difficulty, blindfold) = (NEW.rows, NEW.columns, NEW.goal, NEW.difficulty, NEW.blindfold) AND NOT NEW.deleted;
 END;
CREATE TRIGGER solve_changed AFTER UPDATE ON solves
    BEGIN 
    DELETE FROM figures WHERE solve = OLD.id AND kind IN
        (SELECT id FROM kinds WHERE (rows, columns, goal, difficulty, blindfold) = (OLD.rows, OLD.columns, OLD.goal, OLD.difficulty, OLD.blindfold));
 
    INSERT OR IGNORE INTO kinds (rows, columns, goal, difficulty, blindfold) VALUES (NEW.rows, NEW.columns, NEW.goal, NEW.difficulty, NEW.blindfold);
    INSERT INTO figures SELECT id, NEW.id, printf('%08x', max(0, min(CAST(NEW.id AS INTEGER), 4294967295))) || printf('%08x', max(0, min(CAST(NEW.solved_at AS INTEGER), 4294967295))) || printf('%08x', max(0, min(CAST(round(1000 * NEW.seconds) AS INTEGER), 4294967295))) || printf('%08x', max(0, min(CAST(NEW.move_count AS INTEGER), 4294967295))) || printf('%04x', max(0, min(CAST(ifnull(NEW.shortest, 0) AS INTEGER), 65535))) || printf('%02x', max(0, min(CAST(NEW.assisted OR NEW.coached AS INTEGER), 255))) FROM kinds
        WHERE (rows, columns, goal, difficulty, blindfold) = (NEW.rows, NEW.columns, NEW.goal, NEW.difficulty, NEW.blindfold) AND NOT NEW.deleted;
 END;
CREATE TRIGGER solve_removed AFTER DELETE ON solves BEGIN 
    DELETE FROM figures WHERE solve = OLD.id AND kind IN
        (SELECT id FROM kinds WHERE (rows, columns, goal, difficulty, blindfold) = (OLD.rows, OLD.columns, OLD.goal, OLD.difficulty, OLD.blindfold));
 END;
CREATE TABLE relays (
    id INTEGER PRIMARY KEY,
    splits TEXT NOT NULL,         -- a JSON list of [seconds, moves], 2x2 first
    move_count INTEGER NOT NULL,
    seconds REAL NOT NULL,
    assisted INTEGER NOT NULL,
    solved_at REAL NOT NULL
);
CREATE TABLE cards (              -- positions to drill
    id INTEGER PRIMARY KEY,
    board TEXT NOT NULL,
    goal TEXT NOT NULL,
    distance INTEGER NOT NULL,    -- of a shortest solution
    kind TEXT NOT NULL,
    box INTEGER NOT NULL,         -- 1 to 5
    due_at REAL NOT NULL,
    UNIQUE (board, goal)
);
CREATE INDEX cards_by_due_at ON cards (due_at);
CREATE TABLE answers (
    id INTEGER PRIMARY KEY,
    card INTEGER NOT NULL,
    is_right INTEGER NOT NULL,
    answered_at REAL NOT NULL
);
CREATE TABLE predictions (        -- bets on what a search does next
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,           -- what was asked
    is_right INTEGER NOT NULL,
    answered_at REAL NOT NULL
);
CREATE INDEX predictions_by_answer ON predictions (is_right, id);
CREATE TABLE lesson_steps (       -- how far lessons have been gone through
    lesson TEXT NOT NULL,
    step INTEGER NOT NULL,        -- from 0
    seen_at REAL NOT NULL,        -- when it was looked at last
    answer TEXT,                  -- the last one to its question
    is_right INTEGER,
    PRIMARY KEY (lesson, step)
) WITHOUT ROWID;
