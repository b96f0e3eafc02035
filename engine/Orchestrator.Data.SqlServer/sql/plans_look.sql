-- First what is at work, then what has run since and has a plan in the cache. A handle outlives its plans: which of
-- them stands behind it, its generation and the time of its compilation tell.
SELECT CAST(r.session_id AS bigint), s.program_name, r.wait_type, r.plan_handle,
       CAST(r.statement_start_offset AS bigint), CAST(r.statement_end_offset AS bigint),
       CAST(q.plan_generation_num AS bigint), q.creation_time
FROM sys.dm_exec_requests AS r
JOIN sys.dm_exec_sessions AS s ON s.session_id = r.session_id
LEFT JOIN sys.dm_exec_query_stats AS q ON q.plan_handle = r.plan_handle
  AND q.statement_start_offset = r.statement_start_offset AND q.statement_end_offset = r.statement_end_offset
WHERE r.database_id = db_id() AND s.is_user_process = 1 AND r.session_id <> @@SPID
  AND s.program_name NOT LIKE N'orchestrator monitor%';
SELECT TOP (1000) q.plan_handle, CAST(q.statement_start_offset AS bigint), CAST(q.statement_end_offset AS bigint),
       CAST(q.plan_generation_num AS bigint), q.creation_time
FROM sys.dm_exec_query_stats AS q
CROSS APPLY sys.dm_exec_plan_attributes(q.plan_handle) AS a
WHERE q.last_execution_time >= dateadd(second, -@seconds, sysdatetime())
  AND a.attribute = N'dbid' AND CONVERT(int, a.value) = db_id()
ORDER BY q.last_execution_time DESC
