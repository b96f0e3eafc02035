-- Sums over the runs of an environment that have ended, for those who measure.

-- select_run_sums: The runs.
SELECT r.solution, r.batch, r.verdict, {count}, {sum r.ended_at - r.started_at}, max(r.ended_at)
FROM orchestrator.runs r
WHERE r.environment = ?1 AND r.run > ?2 AND r.run <= ?3
  AND r.ended_at IS NOT NULL AND r.purged_at IS NULL
GROUP BY r.solution, r.batch, r.verdict
ORDER BY r.solution, r.batch, r.verdict

-- select_package_sums: Their packages and hooks.
SELECT each.solution, each.batch, each.project, each.state, {count}
FROM (
    SELECT r.solution, r.batch, n.state, {project n.name} AS project
    FROM orchestrator.runs r
    JOIN orchestrator.nodes n ON n.run = r.run
    WHERE r.environment = ?1 AND r.run > ?2 AND r.run <= ?3
      AND r.ended_at IS NOT NULL AND r.purged_at IS NULL AND n.kind = 'Package'
      AND n.is_template = 0
) each
GROUP BY each.solution, each.batch, each.project, each.state
ORDER BY each.solution, each.batch, each.project, each.state

-- select_attempt_sums: Their attempts.
SELECT {attempt_sum.*}
FROM (
    SELECT each.solution, each.batch, each.project, each.state, each.bucket, {count} AS attempts,
           {sum each.duration} AS duration,
           {sum each.rows_read} AS rows_read, {sum each.rows_inserted} AS rows_inserted,
           {sum each.rows_updated} AS rows_updated, {sum each.rows_unchanged} AS rows_unchanged,
           {sum each.rows_duplicate} AS rows_duplicate, {sum each.rows_filtered} AS rows_filtered,
           {sum each.rows_rejected} AS rows_rejected, {sum each.rows_truncated} AS rows_truncated,
           {sum each.rows_closed} AS rows_closed
    FROM (
        SELECT r.solution, r.batch, a.state, {project n.name} AS project,
               coalesce(a.ended_at, a.started_at) - a.started_at AS duration,
               CASE WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 100000 THEN 0
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 500000 THEN 1
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 1000000 THEN 2
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 5000000 THEN 3
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 10000000 THEN 4
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 30000000 THEN 5
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 60000000 THEN 6
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 300000000 THEN 7
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 600000000 THEN 8
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 1800000000 THEN 9
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 3600000000 THEN 10
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 7200000000 THEN 11
                 WHEN coalesce(a.ended_at, a.started_at) - a.started_at <= 14400000000 THEN 12
                 ELSE 13 END
                   AS bucket,
               a.rows_read, a.rows_inserted, a.rows_updated, a.rows_unchanged, a.rows_duplicate,
               a.rows_filtered, a.rows_rejected, a.rows_truncated, a.rows_closed
        FROM orchestrator.runs r
        JOIN orchestrator.attempts a ON a.run = r.run
        JOIN orchestrator.nodes n ON n.run = a.run AND n.node = a.node
        WHERE r.environment = ?1 AND r.run > ?2 AND r.run <= ?3
          AND r.ended_at IS NOT NULL AND r.purged_at IS NULL
    ) each
    GROUP BY each.solution, each.batch, each.project, each.state, each.bucket
) sums
ORDER BY solution, batch, project, state, bucket

-- select_wait_sums: What their attempts waited for.
SELECT each.solution, each.batch, each.project, each.reason, {sum each.duration}
FROM (
    SELECT r.solution, r.batch, w.reason, w.duration, {project n.name} AS project
    FROM orchestrator.runs r
    JOIN orchestrator.attempts a ON a.run = r.run
    JOIN orchestrator.waits w ON w.attempt = a.attempt
    JOIN orchestrator.nodes n ON n.run = a.run AND n.node = a.node
    WHERE r.environment = ?1 AND r.run > ?2 AND r.run <= ?3
      AND r.ended_at IS NOT NULL AND r.purged_at IS NULL AND w.reason <> 'Working'
) each
GROUP BY each.solution, each.batch, each.project, each.reason
ORDER BY each.solution, each.batch, each.project, each.reason
