-- Of a session that is idle the view has its last statement. A text as long as the server keeps them may be cut.
SELECT s.pid, s.application_name, s.state = 'active', s.wait_event_type, s.wait_event, s.query,
       octet_length(s.query) >= pg_size_bytes(current_setting('track_activity_query_size')) - 4,
       coalesce(pg_has_role(s.usesysid, session_user, 'MEMBER'), false)
FROM pg_stat_activity AS s
WHERE s.datid = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND s.backend_type = 'client backend' AND s.pid <> pg_backend_pid()
  AND NOT starts_with(s.application_name, 'orchestrator monitor')
  AND (s.state = 'active' OR s.state_change > clock_timestamp() - make_interval(secs => @seconds))
ORDER BY s.pid
LIMIT 1000
