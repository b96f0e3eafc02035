SELECT a.attempt, a.run, a.node, a.number, a.state, a.started_at, a.ended_at, a.queued, a.waiting, a.working,
       a.load_path, a.bytes_read, a.rows_read, a.rows_inserted, a.rows_updated, a.rows_unchanged, a.rows_duplicate,
       a.rows_filtered, a.rows_rejected, a.rows_truncated, a.thread, a.scope, a.rows_closed,
       n.node, n.kind, n.name, n.parent, n.package_kind, n.hash, n.state, n.since, n.why,
       n.reason, n.reason_object, n.reason_since, n.purpose
FROM nodes n
LEFT JOIN attempts a ON a.attempt = n.last_attempt
WHERE n.run = ?1
ORDER BY n.node
