SELECT s.pid, 'session ' || o.pid || coalesce(' (' || nullif(b.application_name, '') || ')', '')
FROM pg_stat_activity AS s
CROSS JOIN LATERAL unnest(pg_blocking_pids(s.pid)) AS o (pid)
LEFT JOIN pg_stat_activity AS b ON b.pid = o.pid
WHERE s.datid = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY s.pid, o.pid
