-- What the databases themselves say of attempts and runs.

-- insert_attempt_evidence: Adds what a database says of an attempt.
INSERT INTO orchestrator.attempt_evidence (attempt, commits, commit_time, log_time, log_time_how, missing)
VALUES (?1, ?2, ?3, ?4, ?5, ?6)

-- insert_attempt_wait: Adds what an attempt waited for in a database.
INSERT INTO orchestrator.attempt_waits (attempt, name, class, duration, seen, is_sampled)
VALUES (?1, ?2, ?3, ?4, ?5, ?6)

-- select_attempt_evidence: The evidence of a run's attempts.
SELECT {attempt_evidence.* e}, a.node
FROM orchestrator.attempts a
JOIN orchestrator.attempt_evidence e ON e.attempt = a.attempt
WHERE a.run = ?1
ORDER BY e.attempt

-- select_attempt_waits: What a run's attempts waited for in their databases.
SELECT {server_wait.* w}, w.attempt
FROM orchestrator.attempts a
JOIN orchestrator.attempt_waits w ON w.attempt = a.attempt
WHERE a.run = ?1
ORDER BY w.attempt, w.duration DESC, w.name

-- insert_run_evidence: Notes what a database says of a run so far.
INSERT INTO orchestrator.run_evidence (run, connection, platform, began_at, ended_at, looks, processor_time,
    server_time, is_local, work_time, missing)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
ON CONFLICT (run, connection) DO UPDATE SET ended_at = excluded.ended_at, looks = excluded.looks,
    processor_time = excluded.processor_time, server_time = excluded.server_time, work_time = excluded.work_time,
    missing = excluded.missing

-- insert_run_evidence [sqlserver]: there is no ON CONFLICT: what is there is changed, else it is added.
UPDATE orchestrator.run_evidence SET ended_at = ?5, looks = ?6, processor_time = ?7, server_time = ?8,
    work_time = ?10, missing = ?11
WHERE run = ?1 AND connection = ?2
IF @@ROWCOUNT = 0
INSERT INTO orchestrator.run_evidence (run, connection, platform, began_at, ended_at, looks, processor_time,
    server_time, is_local, work_time, missing)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)

-- insert_run_wait: Notes what a database has waited for during a run so far.
INSERT INTO orchestrator.run_waits (run, connection, name, class, duration, seen, is_sampled)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT (run, connection, name) DO UPDATE SET duration = excluded.duration, seen = excluded.seen

-- insert_run_wait [sqlserver]: there is no ON CONFLICT: what is there is changed, else it is added.
UPDATE orchestrator.run_waits SET duration = ?5, seen = ?6 WHERE run = ?1 AND connection = ?2 AND name = ?3
IF @@ROWCOUNT = 0
INSERT INTO orchestrator.run_waits (run, connection, name, class, duration, seen, is_sampled)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)

-- insert_run_sample: Adds what a database counted at a moment of a run.
INSERT INTO orchestrator.run_samples (run, connection, taken_at, commits, flushes, log_bytes, wait_log_write,
    wait_lock, wait_latch, wait_io, wait_network, wait_cpu, wait_other)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)

-- select_run_evidence: The evidence of the databases that a run wrote.
SELECT {run_evidence.*}
FROM orchestrator.run_evidence
WHERE run = ?1
ORDER BY connection

-- select_run_waits: What those databases waited for.
SELECT {server_wait.*}, connection
FROM orchestrator.run_waits
WHERE run = ?1
ORDER BY connection, duration DESC, name

-- select_run_samples: What those databases counted over time.
SELECT {run_sample.*}
FROM orchestrator.run_samples
WHERE run = ?1
ORDER BY connection, taken_at
