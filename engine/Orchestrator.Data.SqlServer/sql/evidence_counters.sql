-- A hosted database is known by a number that more may stand behind.
DECLARE @began datetime2 = sysutcdatetime();
SELECT rtrim(counter_name), sum(cntr_value)
FROM sys.dm_os_performance_counters
WHERE object_name LIKE N'%:Databases%'
  AND counter_name IN (N'Transactions/sec', N'Log Flushes/sec', N'Log Bytes Flushed/sec')
  AND (instance_name = @database OR left(instance_name, 36) = @physical)
GROUP BY counter_name;
SELECT datediff(microsecond, @began, sysutcdatetime())
