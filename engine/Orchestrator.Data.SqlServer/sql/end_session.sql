DECLARE @kill nvarchar(40) = (
  SELECT CONCAT(N'KILL ', session_id) FROM sys.dm_exec_sessions
  WHERE session_id = @session AND (program_name = @name OR program_name LIKE @name + N' %'))
EXEC (@kill)
