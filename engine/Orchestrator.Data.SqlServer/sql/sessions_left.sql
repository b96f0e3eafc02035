SELECT CAST(session_id AS int), program_name
FROM sys.dm_exec_sessions
WHERE (program_name = @name OR program_name LIKE @name + N' %') AND session_id <> @@SPID
  AND database_id = DB_ID()
ORDER BY session_id
