DECLARE @kill nvarchar(max) = N''
DECLARE @found int = 0
SELECT @kill += CONCAT(N'KILL ', session_id, N'; '), @found += 1
FROM sys.dm_exec_sessions WHERE program_name = @p1 AND session_id <> @@SPID
EXEC (@kill)
SELECT @found
