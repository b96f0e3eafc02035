-- Every file that an attempt read; to_move = where it is still to go, moved_to = where it lies since.
CREATE TABLE files (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    attempt     INTEGER NOT NULL REFERENCES attempts (attempt),
    environment TEXT NOT NULL,
    node        TEXT NOT NULL,
    connection  TEXT NOT NULL,
    path        TEXT NOT NULL,
    size        INTEGER NOT NULL,
    written_at  INTEGER NOT NULL,
    hash        TEXT NOT NULL,
    outcome     TEXT NOT NULL,
    to_move     TEXT NOT NULL,
    moved_to    TEXT NOT NULL
);
CREATE INDEX files_by_size ON files (environment, node, size);
CREATE INDEX files_to_move ON files (to_move);
CREATE INDEX files_by_attempt ON files (attempt);
