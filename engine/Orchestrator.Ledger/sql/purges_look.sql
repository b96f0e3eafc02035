-- What may be purged, and what must stay.

-- select_purge_runs: All runs, as far as a purge must know them.
SELECT {purge_run.*}
FROM orchestrator.runs
ORDER BY run

-- select_purge_kept: The runs that open scopes and the newest numbers keep.
SELECT run FROM orchestrator.scopes WHERE closed_at IS NULL
UNION SELECT run FROM orchestrator.attempts WHERE attempt = (SELECT max(attempt) FROM orchestrator.attempts)
UNION SELECT run FROM orchestrator.scopes WHERE scope = (SELECT max(scope) FROM orchestrator.scopes)
UNION SELECT run FROM orchestrator.requests WHERE request = (SELECT max(request) FROM orchestrator.requests)
UNION SELECT a.run FROM orchestrator.attempts a JOIN orchestrator.files f ON f.attempt = a.attempt
    WHERE f.number = (SELECT max(number) FROM orchestrator.files)

-- select_purge_attempt: The last attempt before a moment.
SELECT COALESCE(
    (SELECT min(attempt) - 1 FROM orchestrator.attempts WHERE started_at >= ?1),
    (SELECT max(attempt) FROM orchestrator.attempts), 0)

-- select_purge_attempts_kept: The attempts up to a number that were at work since a moment.
SELECT attempt FROM orchestrator.attempts
WHERE attempt <= ?1 AND (ended_at IS NULL OR ended_at >= ?2)
ORDER BY attempt

-- select_purge_loaded: The newest attempts of each node that count as loaded.
SELECT r.environment, n.name, max(a.attempt),
       max(CASE WHEN a.load_path <> '' THEN a.attempt ELSE 0 END)
FROM orchestrator.runs r
JOIN orchestrator.attempts a ON a.run = r.run AND {loaded a}
JOIN orchestrator.nodes n ON n.run = a.run AND n.node = a.node
GROUP BY r.environment, n.name

-- select_purge_referred: The attempts that watermarks and files still refer to.
SELECT w.attempt
FROM orchestrator.watermarks w
WHERE w.attempt IS NOT NULL AND w.change IN (
    SELECT max(k.change)
    FROM orchestrator.watermarks k
    LEFT JOIN orchestrator.attempts a ON a.attempt = k.attempt
    WHERE k.attempt IS NULL OR {loaded a}
    GROUP BY k.environment, k.node, k.watermark)
UNION
SELECT f.attempt
FROM orchestrator.files f
WHERE f.to_move <> '' OR f.number IN (
    SELECT max(k.number)
    FROM orchestrator.files k
    JOIN orchestrator.attempts a ON a.attempt = k.attempt
    WHERE k.outcome IN ('Loaded', 'AlreadyLoaded')
      AND {loaded a}
    GROUP BY k.environment, k.node, k.path, k.size, k.written_at, k.hash, k.outcome)

-- select_purge_unfinished: The attempts whose rows may be in a target: those are few, and no index leads to them.
SELECT a.attempt, r.environment, n.name, n.purpose
FROM orchestrator.attempts a
{join} orchestrator.runs r ON r.run = a.run
{join} orchestrator.nodes n ON n.run = a.run AND n.node = a.node
WHERE NOT {loaded a}
  AND (r.ended_at < ?1 OR r.purged_at IS NOT NULL)
  AND (n.purpose = 'Load' OR NOT {skipped a, n, r})

-- select_purge_place: The node of an attempt.
SELECT run, node FROM orchestrator.attempts WHERE attempt = ?1

-- select_purge_last_node: The last node of a run.
SELECT max(node) FROM orchestrator.nodes WHERE run = ?1

-- select_purge_left: The nodes that are left of runs that were purged.
SELECT run, node
FROM orchestrator.nodes
WHERE run IN (SELECT run FROM orchestrator.runs WHERE purged_at IS NOT NULL)
ORDER BY run, node

-- select_purge_events: The runs whose transitions and samples are old enough.
SELECT r.run
FROM orchestrator.runs r
WHERE r.ended_at < ?1 AND r.environment = ?2
  AND NOT EXISTS (SELECT 1 FROM orchestrator.scopes s WHERE s.run = r.run AND s.closed_at IS NULL)
  AND (EXISTS (SELECT 1 FROM orchestrator.transitions t WHERE t.run = r.run)
      OR EXISTS (SELECT 1 FROM orchestrator.run_samples p WHERE p.run = r.run))
ORDER BY r.run

-- select_purge_plans: The plans that no run has.
SELECT hash FROM orchestrator.plans p
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.runs r WHERE r.plan_hash = p.hash)

-- select_purge_plan_files: The sets of texts that no run has.
SELECT DISTINCT hash
FROM orchestrator.plan_files f
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.runs r WHERE r.files_hash = f.hash)

-- count_purge_service: How much of services is old enough.
SELECT (SELECT count(*) FROM orchestrator.firings f
        WHERE f.environment = ?1 AND f.ended_at < ?2
          AND (f.cause = ?3 OR EXISTS (SELECT 1 FROM orchestrator.firings n
                                       WHERE n.batch = f.batch AND n.trigger_name = f.trigger_name
                                         AND n.environment = f.environment AND n.scheduled_at > f.scheduled_at
                                         AND n.cause <> ?3))),
       (SELECT count(*) FROM orchestrator.audit WHERE environment = ?1 AND at < ?2),
       (SELECT count(*) FROM orchestrator.run_wishes WHERE environment = ?1 AND answered_at < ?2)
       + (SELECT count(*) FROM orchestrator.schedule_pauses WHERE environment = ?1 AND resumed_at < ?2)
       + (SELECT count(*) FROM orchestrator.services WHERE environment = ?1 AND stopped_at < ?2)
       + (SELECT count(*) FROM orchestrator.actions WHERE environment = ?1 AND asked_at < ?2)
       + (SELECT count(*) FROM orchestrator.alerts WHERE environment = ?1 AND ended_at < ?2)
