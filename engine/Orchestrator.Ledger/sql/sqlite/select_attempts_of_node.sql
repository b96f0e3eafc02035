SELECT a.attempt, a.run, a.node, a.number, a.state, a.started_at, a.ended_at, a.queued, a.waiting, a.working,
       a.load_path, a.bytes_read, a.rows_read, a.rows_inserted, a.rows_updated, a.rows_unchanged, a.rows_duplicate,
       a.rows_filtered, a.rows_rejected, a.rows_truncated, a.thread, a.scope, a.rows_closed
FROM nodes n
JOIN runs r ON r.run = n.run
JOIN attempts a ON a.run = n.run AND a.node = n.node
WHERE n.name = ?1 AND (?2 IS NULL OR r.environment = ?2)
ORDER BY a.attempt DESC
LIMIT ?3
