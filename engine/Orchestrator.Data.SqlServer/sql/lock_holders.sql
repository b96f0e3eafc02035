SELECT DISTINCT TOP (3) concat('session ', l.request_session_id, ' (' + nullif(s.program_name, '') + ')')
FROM sys.dm_tran_locks AS l
JOIN sys.objects AS o ON o.object_id = l.resource_associated_entity_id
JOIN sys.schemas AS c ON c.schema_id = o.schema_id
LEFT JOIN sys.dm_exec_sessions AS s ON s.session_id = l.request_session_id
WHERE l.resource_type = 'OBJECT' AND l.resource_database_id = db_id() AND l.request_status = 'GRANT'
  AND c.name = @schema AND o.name = @name AND l.request_session_id <> @session
