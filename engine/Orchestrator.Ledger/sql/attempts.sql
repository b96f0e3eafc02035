-- Attempts of packages: their counts and times, what failed in them, warned and kept them waiting.

-- insert_attempt: Begins an attempt.
INSERT INTO orchestrator.attempts (run, node, number, state, started_at, scope)
{inserted attempt}
VALUES (?1, ?2, ?3, ?4, ?5, ?6)
{returning attempt}

-- update_attempt_state: Changes the state of an attempt.
UPDATE orchestrator.attempts SET state = ?2, ended_at = ?3 WHERE attempt = ?1

-- update_attempt_times: Notes how long an attempt was queued, waited and worked.
UPDATE orchestrator.attempts SET queued = ?2, waiting = ?3, working = ?4 WHERE attempt = ?1

-- update_attempt_result: Notes what an attempt has read and written.
UPDATE orchestrator.attempts {set attempt} WHERE attempt = ?1

-- update_attempt_judged: Changes the state of an attempt that had succeeded.
UPDATE orchestrator.attempts SET state = ?2 WHERE attempt = ?1 AND state = 'Succeeded'

-- select_attempt: The attempt of a number.
SELECT {attempt.* a}
FROM orchestrator.attempts a
WHERE a.attempt = ?1

-- select_attempts_of_run: The attempts of a run, in the order in which they began.
SELECT {attempt.* a}
FROM orchestrator.attempts a
WHERE a.run = ?1
ORDER BY a.attempt

-- select_attempts_of_node: The attempts of a node over all runs, newest first.
SELECT {attempt.* a}
FROM orchestrator.nodes n
JOIN orchestrator.runs r ON r.run = n.run
JOIN orchestrator.attempts a ON a.run = n.run AND a.node = n.node
WHERE n.name = ?1 AND (?2 IS NULL OR r.environment = ?2)
ORDER BY a.attempt DESC
{first ?3}

-- select_attempts_rejecting: The newest attempt of each package that rejected rows: those are few, and an index of
-- their own leads to them.
SELECT {attempt.* a}, newest.name
FROM (
    SELECT n.name, max(a.attempt) AS attempt
    FROM orchestrator.attempts a
    {join} orchestrator.runs r ON r.run = a.run
    {join} orchestrator.nodes n ON n.run = a.run AND n.node = a.node
    WHERE r.environment = ?1 AND a.rows_rejected > 0 AND n.purpose <> 'Replay'
    GROUP BY n.name
) newest
JOIN orchestrator.attempts a ON a.attempt = newest.attempt
ORDER BY newest.name

-- select_attempt_run: The run of an attempt, and what both know of it.
SELECT a.run, a.state, r.id, a.scope
FROM orchestrator.attempts a
JOIN orchestrator.runs r ON r.run = a.run
WHERE a.attempt = ?1

-- select_earlier_attempt: The last attempt of a package before another, unless it was refused or skipped as a
-- success.
SELECT {top 1} a.run, a.attempt, a.state, COALESCE(e.class, '')
FROM orchestrator.nodes n
JOIN orchestrator.runs r ON r.run = n.run
JOIN orchestrator.attempts a ON a.run = n.run AND a.node = n.node
LEFT JOIN orchestrator.errors e ON e.attempt = a.attempt
WHERE n.name = ?1 AND n.package_kind = ?5 AND r.environment = ?2 AND a.attempt < ?3 AND COALESCE(e.code, '') <> ?4
  AND NOT {skipped a, n, r}
ORDER BY n.run DESC, a.number DESC {limit 1}

-- select_unfinished_attempts: The attempts of a node since its last success, whose rows may be in the target.
SELECT a.attempt,
    (SELECT {count} FROM orchestrator.run_options o WHERE o.run = a.run AND o.name = ?3)
FROM orchestrator.nodes n
JOIN orchestrator.runs r ON r.run = n.run
JOIN orchestrator.attempts a ON a.run = n.run AND a.node = n.node
WHERE n.name = ?1 AND r.environment = ?2 AND NOT {loaded a}
  AND a.attempt > COALESCE((
      SELECT max(done.attempt)
      FROM orchestrator.nodes dn
      JOIN orchestrator.runs dr ON dr.run = dn.run
      JOIN orchestrator.attempts done ON done.run = dn.run AND done.node = dn.node
      WHERE dn.name = ?1 AND dr.environment = ?2 AND done.load_path <> ''
        AND {loaded done}
        AND NOT EXISTS (
            SELECT 1 FROM orchestrator.adoptions u
            WHERE u.node = ?1 AND u.environment = ?2
              AND done.attempt > u.last_attempt AND done.attempt <= u.undone_to)), 0)
  AND a.attempt > COALESCE((
      SELECT max(o.last_attempt) FROM orchestrator.adoptions o
      WHERE o.node = ?1 AND o.environment = ?2 AND o.undone_to = 0), 0)
ORDER BY a.attempt

-- select_last_load: The newest attempt of a package that counts as loaded and is in its target.
SELECT COALESCE(max(done.attempt), 0)
FROM orchestrator.nodes n
JOIN orchestrator.runs r ON r.run = n.run
JOIN orchestrator.attempts done ON done.run = n.run AND done.node = n.node
WHERE n.name = ?1 AND r.environment = ?2 AND done.load_path <> ''
  AND {loaded done}
  AND NOT EXISTS (
      SELECT 1 FROM orchestrator.adoptions u
      WHERE u.node = ?1 AND u.environment = ?2
        AND done.attempt > u.last_attempt AND done.attempt <= u.undone_to)

-- select_last_loads: The loads of a run's plan, each with its newest attempt that counts as loaded.
SELECT {attempt.* a}, n.name
FROM orchestrator.nodes n
JOIN orchestrator.runs e ON e.run = n.run
LEFT JOIN orchestrator.attempts a ON a.attempt = (
    SELECT {top 1} b.attempt
    FROM orchestrator.nodes m
    JOIN orchestrator.runs r ON r.run = m.run AND r.environment = e.environment
    JOIN orchestrator.attempts b ON b.run = m.run AND b.node = m.node
        AND {loaded b}
    WHERE m.name = n.name AND m.kind = 'Package'
    ORDER BY m.run DESC, b.number DESC
    {limit 1})
WHERE n.run = ?1 AND n.kind = 'Package' AND n.purpose = 'Load' AND n.is_template = 0
ORDER BY n.node

-- select_median_durations: The median time that each node worked, and what turns of loops are made after, from the few
-- runs onwards, which the planner does not see.
WITH recent AS (
    SELECT {top ?2} run FROM orchestrator.runs WHERE environment = ?1 ORDER BY run DESC {limit ?2}
), worked AS (
    SELECT n.run, n.name, n.template, a.working
    FROM recent
    {join} orchestrator.attempts a ON a.run = recent.run
        AND {loaded a}
    {join} orchestrator.nodes n ON n.run = a.run AND n.node = a.node
), named AS (
    SELECT w.name, w.working FROM worked w
    UNION ALL
    SELECT t.name, w.working FROM worked w
    {join} orchestrator.nodes t ON t.run = w.run AND t.node = w.template
), ranked AS (
    SELECT name, working,
           row_number() OVER (PARTITION BY name ORDER BY working) AS place,
           count(*) OVER (PARTITION BY name) AS many
    FROM named
)
SELECT name, {average working}
FROM ranked
WHERE place IN ((many + 1) / 2, (many + 2) / 2)
GROUP BY name
ORDER BY name

-- insert_error: Notes why an attempt failed.
INSERT INTO orchestrator.errors (attempt, code, class, phase, message, connection, script, line, server_code)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)

-- select_errors: The failures of a run's attempts.
SELECT {error.* e}, a.node, a.number
FROM orchestrator.attempts a
JOIN orchestrator.errors e ON e.attempt = a.attempt
WHERE a.run = ?1
ORDER BY e.attempt

-- insert_warning: Notes a warning of an attempt.
INSERT INTO orchestrator.warnings (attempt, number, text) VALUES (?1, ?2, ?3)

-- select_warnings: The warnings of a run's attempts.
SELECT a.node, w.attempt, w.text
FROM orchestrator.attempts a
JOIN orchestrator.warnings w ON w.attempt = a.attempt
WHERE a.run = ?1
ORDER BY w.attempt, w.number

-- insert_wait: Notes how long an attempt has waited for a reason so far.
INSERT INTO orchestrator.waits (attempt, reason, duration) VALUES (?1, ?2, ?3)
ON CONFLICT (attempt, reason) DO UPDATE SET duration = excluded.duration

-- insert_wait [sqlserver]: there is no ON CONFLICT: what is there is changed, else it is added.
UPDATE orchestrator.waits SET duration = ?3 WHERE attempt = ?1 AND reason = ?2
IF @@ROWCOUNT = 0
INSERT INTO orchestrator.waits (attempt, reason, duration) VALUES (?1, ?2, ?3)

-- select_waits: How long the attempts of a run waited, by reason.
SELECT a.node, w.attempt, w.reason, w.duration
FROM orchestrator.attempts a
JOIN orchestrator.waits w ON w.attempt = a.attempt
WHERE a.run = ?1
ORDER BY w.attempt, w.reason
