SELECT DISTINCT 'session ' || l.pid || coalesce(' (' || nullif(s.application_name, '') || ')', '')
FROM pg_locks AS l
JOIN pg_class AS c ON c.oid = l.relation
JOIN pg_namespace AS n ON n.oid = c.relnamespace
LEFT JOIN pg_stat_activity AS s ON s.pid = l.pid
WHERE n.nspname = @schema AND c.relname = @name AND l.granted AND l.pid <> pg_backend_pid()
LIMIT 3
