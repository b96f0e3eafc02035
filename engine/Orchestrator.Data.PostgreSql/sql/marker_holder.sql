SELECT coalesce(
  'run ' || substring(s.application_name from '^orchestrator ([0-9]+)@')
    || ' (' || substring(s.application_name from '^orchestrator [0-9]+@[0-9a-f]+ (.*)$') || ')',
  'session ' || l.pid || coalesce(' (' || nullif(s.application_name, '') || ')', ''))
FROM orchestrator.markers AS m
JOIN pg_locks AS l ON l.locktype = 'transactionid' AND l.transactionid = m.xmax AND l.granted
LEFT JOIN pg_stat_activity AS s ON s.pid = l.pid
WHERE m.object_schema = @schema AND m.object_name = @name
