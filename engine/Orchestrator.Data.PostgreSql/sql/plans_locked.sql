-- What the planner has looked at in this transaction: all but the server's own catalog.
SELECT l.relation::bigint
FROM pg_locks AS l
WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.relation >= 16384
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
GROUP BY l.relation
ORDER BY l.relation
