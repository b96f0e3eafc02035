SELECT each.solution, each.batch, each.project, each.state, each.bucket, count(*),
       sum(each.duration),
       sum(each.rows_read), sum(each.rows_inserted), sum(each.rows_updated), sum(each.rows_unchanged),
       sum(each.rows_duplicate), sum(each.rows_filtered), sum(each.rows_rejected), sum(each.rows_truncated),
       sum(each.rows_closed)
FROM (
    SELECT r.solution, r.batch, a.state, substr(n.name, 1, instr(n.name || '/', '/') - 1) AS project,
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
    FROM runs r
    JOIN attempts a ON a.run = r.run
    JOIN nodes n ON n.run = a.run AND n.node = a.node
    WHERE r.environment = ?1 AND r.run > ?2 AND r.run <= ?3
      AND r.ended_at IS NOT NULL AND r.purged_at IS NULL
) each
GROUP BY each.solution, each.batch, each.project, each.state, each.bucket
ORDER BY each.solution, each.batch, each.project, each.state, each.bucket
