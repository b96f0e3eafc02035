SELECT TOP (1) CASE WHEN s.program_name LIKE 'orchestrator [0-9]%@% %'
  THEN concat('run ', substring(s.program_name, 14, charindex('@', s.program_name) - 14), ' (',
    substring(s.program_name, charindex(' ', s.program_name, 14) + 1, 128), ')')
  ELSE concat('session ', l.request_session_id, ' (' + nullif(s.program_name, '') + ')') END
FROM orchestrator.markers AS m WITH (NOLOCK)
-- The two have collations of their own.
JOIN sys.dm_tran_locks AS l ON l.resource_description COLLATE DATABASE_DEFAULT = m.%%lockres%%
JOIN sys.partitions AS p ON p.hobt_id = l.resource_associated_entity_id
LEFT JOIN sys.dm_exec_sessions AS s ON s.session_id = l.request_session_id
WHERE m.object_schema = @schema AND m.object_name = @name AND p.object_id = object_id(N'orchestrator.markers')
  AND l.resource_database_id = db_id() AND l.resource_type IN ('KEY', 'RID') AND l.request_status = 'GRANT'
  AND l.request_session_id <> @session
