DECLARE @began datetime2 = sysutcdatetime();
SELECT wait_type, waiting_tasks_count, wait_time_ms FROM sys.dm_db_wait_stats WHERE wait_time_ms > 0;
SELECT datediff(microsecond, @began, sysutcdatetime())
