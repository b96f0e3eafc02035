-- What `monitor run` has seen. Times are microseconds since 1970 UTC. No text here has values of statements in it.
CREATE TABLE watches (
    watch INTEGER PRIMARY KEY,
    connection TEXT NOT NULL,
    environment TEXT NOT NULL,
    platform TEXT NOT NULL,
    UNIQUE (connection, environment)
);
-- From the beginning of a `monitor run` to its last sign of life.
CREATE TABLE periods (
    period INTEGER PRIMARY KEY,
    watch INTEGER NOT NULL REFERENCES watches,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    looks INTEGER NOT NULL,
    fetches INTEGER NOT NULL,
    processor_time INTEGER NOT NULL,
    server_time INTEGER NOT NULL,
    unseen TEXT NOT NULL
);
CREATE TABLE samples (
    sample INTEGER PRIMARY KEY,
    watch INTEGER NOT NULL REFERENCES watches,
    at INTEGER NOT NULL,
    sessions INTEGER NOT NULL
);
CREATE TABLE sample_waits (
    sample INTEGER NOT NULL REFERENCES samples ON DELETE CASCADE,
    wait TEXT NOT NULL,
    class TEXT NOT NULL,
    sessions INTEGER NOT NULL,
    PRIMARY KEY (sample, wait)
) WITHOUT ROWID;
CREATE TABLE statements (
    statement INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL
);
CREATE TABLE plans (
    plan INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    shape TEXT NOT NULL,
    platform TEXT NOT NULL,
    text BLOB NOT NULL
);
-- A statement with one plan, from when to when it was seen so.
CREATE TABLE sightings (
    sighting INTEGER PRIMARY KEY,
    watch INTEGER NOT NULL REFERENCES watches,
    statement INTEGER NOT NULL REFERENCES statements,
    plan INTEGER NOT NULL REFERENCES plans,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    seen INTEGER NOT NULL
);
CREATE INDEX sightings_by_statement ON sightings (watch, statement, sighting);
CREATE INDEX sightings_by_plan ON sightings (plan);
CREATE INDEX sightings_by_end ON sightings (last_at);
CREATE TABLE sighting_sessions (
    sighting INTEGER NOT NULL REFERENCES sightings ON DELETE CASCADE,
    application TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (sighting, application)
) WITHOUT ROWID;
