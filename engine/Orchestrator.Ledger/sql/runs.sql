-- Runs: how they begin, what they were told, what they have committed, how they end.

-- insert_run: Begins a run under the next number.
INSERT INTO orchestrator.runs (id, solution, batch, environment, plan_hash, continues, gate_slots, processors,
                               git_commit, version, host, user_name, process_id, boot_id, started_at, files_hash)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
RETURNING run

-- insert_run [postgresql]: a run is numbered by a counter without gaps, in the order of the commits.
WITH given AS (UPDATE orchestrator.ledger SET last_run = last_run + 1 RETURNING last_run)
INSERT INTO orchestrator.runs (run, id, solution, batch, environment, plan_hash, continues, gate_slots, processors,
                               git_commit, version, host, user_name, process_id, boot_id, started_at,
                               files_hash)
SELECT last_run, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16 FROM given
RETURNING run

-- insert_run [sqlserver]: as PostgreSQL.
DECLARE @given TABLE (run bigint)
UPDATE orchestrator.ledger SET last_run = last_run + 1 OUTPUT inserted.last_run INTO @given
INSERT INTO orchestrator.runs (run, id, solution, batch, environment, plan_hash, continues, gate_slots, processors,
                               git_commit, version, host, user_name, process_id, boot_id, started_at,
                               files_hash)
OUTPUT inserted.run
SELECT run, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16 FROM @given

-- select_run: The run of a number, unless it was purged.
SELECT {run.*}
FROM orchestrator.runs
WHERE purged_at IS NULL AND run = ?1

-- select_runs: Runs, newest first.
SELECT {run.*}
FROM orchestrator.runs
WHERE purged_at IS NULL AND (?1 IS NULL OR batch = ?1) AND (?2 IS NULL OR environment = ?2)
ORDER BY run DESC
{first ?3, ?4}

-- select_runs_not_ended: The runs without an end: at work, or dead.
SELECT {run.*}
FROM orchestrator.runs
WHERE ended_at IS NULL
ORDER BY run

-- select_batches_not_ended: The runs without an end, with what each holds the lock of: also of an older ledger, before
-- it is migrated, so that it names only what the first version has.
SELECT run, batch, environment
FROM orchestrator.runs
WHERE ended_at IS NULL
ORDER BY run

-- select_run_of_id: The number of the run that has an id.
SELECT run FROM orchestrator.runs WHERE id = ?1

-- select_run_continuing: The newest run that continues another.
SELECT max(run) FROM orchestrator.runs WHERE continues = ?1

-- select_identity: The id of the first run, which tells this ledger from others.
SELECT id FROM orchestrator.runs WHERE run = 1

-- select_other_solution: Another solution that has runs of an environment.
SELECT {top 1} solution FROM orchestrator.runs WHERE environment = ?1 AND solution <> ?2 {limit 1}

-- count_runs: How many runs there are that were not purged.
SELECT count(*) FROM orchestrator.runs WHERE purged_at IS NULL

-- count_runs_with_purged: How many runs there ever were.
SELECT count(*) FROM orchestrator.runs

-- insert_run_option: Notes an option of a run that is not the default.
INSERT INTO orchestrator.run_options (run, name, value, came_from) VALUES (?1, ?2, ?3, ?4)

-- select_run_options: The options of a run that were not the default.
SELECT name, value, came_from FROM orchestrator.run_options WHERE run = ?1 ORDER BY name

-- select_runs_with_option: The runs that had one of three such options.
SELECT run, name FROM orchestrator.run_options WHERE name IN (?1, ?2, ?3) ORDER BY run

-- insert_run_connection: Notes where a connection of a run leads.
INSERT INTO orchestrator.run_connections (run, connection, platform, server, database_name)
VALUES (?1, ?2, ?3, ?4, ?5)

-- select_run_connections: Where the connections of a run led.
SELECT connection, platform, server, database_name FROM orchestrator.run_connections WHERE run = ?1 ORDER BY connection

-- select_run_commits: How many times a run has committed.
SELECT commits FROM orchestrator.runs WHERE run = ?1

-- update_run_commits: Counts a commit of a run, while its lease is its own and nobody has recorded it as dead.
UPDATE orchestrator.runs SET commits = ?2
{inserted commits}
WHERE run = ?1 AND commits = ?2 - 1 AND (verdict IS NULL OR verdict <> 'EndedUnexpectedly')
  AND EXISTS (SELECT 1 FROM orchestrator.leases l WHERE l.batch = runs.batch AND l.environment = runs.environment AND l.token = ?1)
{returning commits}

-- update_run_end: Ends a run.
UPDATE orchestrator.runs SET ended_at = ?2, verdict = ?3 WHERE run = ?1 AND ended_at IS NULL

-- select_last_heard: The last moment of which a run has said anything.
SELECT coalesce((SELECT max(at) FROM orchestrator.transitions WHERE run = ?1),
                (SELECT started_at FROM orchestrator.runs WHERE run = ?1))
