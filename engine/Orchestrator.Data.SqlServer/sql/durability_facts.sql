-- Columns that came with a version are asked for only where they are.
DECLARE @settings int = 0;
IF EXISTS (SELECT 1 FROM sys.all_columns WHERE object_id = object_id(N'sys.databases')
  AND name = N'delayed_durability')
EXEC sp_executesql N'SELECT @settings = count(delayed_durability) FROM sys.databases WHERE name = db_name()',
  N'@settings int OUTPUT', @settings OUTPUT;
DECLARE @feed bit = 0;
IF EXISTS (SELECT 1 FROM sys.all_columns WHERE object_id = object_id(N'sys.databases')
  AND name = N'is_change_feed_enabled')
EXEC sp_executesql N'SELECT @feed = is_change_feed_enabled FROM sys.databases WHERE name = db_name()',
  N'@feed bit OUTPUT', @feed OUTPUT;
SELECT convert(nvarchar(60), o.what), convert(nvarchar(128), o.detail)
FROM sys.databases AS d
CROSS APPLY (
  SELECT 'version' AS what, convert(nvarchar(128), serverproperty('ProductVersion')) AS detail WHERE @settings = 0
  UNION ALL SELECT 'system', d.name
  WHERE d.name IN (N'master', N'model', N'msdb', N'tempdb') OR d.is_distributor = 1
  UNION ALL SELECT 'read-only', d.name WHERE d.is_read_only = 1 OR d.source_database_id IS NOT NULL
  UNION ALL SELECT 'capture', N'' WHERE d.is_cdc_enabled = 1
  UNION ALL SELECT 'tracking', N'' WHERE EXISTS (
    SELECT 1 FROM sys.change_tracking_databases AS t WHERE t.database_id = d.database_id OR t.database_id = db_id())
  UNION ALL SELECT 'replication', N'' WHERE d.is_published = 1 OR d.is_merge_published = 1
  UNION ALL SELECT 'feed', N'' WHERE @feed = 1
  UNION ALL SELECT 'group', N'' WHERE d.replica_id IS NOT NULL
  UNION ALL SELECT 'right', user_name() WHERE coalesce(has_perms_by_name(quotename(d.name), 'DATABASE', 'ALTER'), 0) = 0
) AS o
WHERE d.name = db_name()
