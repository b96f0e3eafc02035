SELECT CAST(r.session_id AS bigint),
       concat('session ', r.blocking_session_id, ' (' + nullif(b.program_name, '') + ')')
FROM sys.dm_exec_requests AS r
LEFT JOIN sys.dm_exec_sessions AS b ON b.session_id = r.blocking_session_id
WHERE r.blocking_session_id > 0
ORDER BY r.session_id
