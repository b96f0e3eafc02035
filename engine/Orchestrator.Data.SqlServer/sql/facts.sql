SELECT convert(nvarchar(300), 'AlwaysDurable') AS kind, convert(nvarchar(300), f.name) AS name,
  convert(bigint, 0) AS bytes
FROM sys.databases AS d
CROSS APPLY (
  SELECT 'change data capture' AS name WHERE d.is_cdc_enabled = 1
  UNION ALL SELECT 'transactional replication' WHERE d.is_published = 1 OR d.is_merge_published = 1
  UNION ALL SELECT 'change tracking' WHERE EXISTS (
    SELECT 1 FROM sys.change_tracking_databases AS t WHERE t.database_id = d.database_id)
) AS f
WHERE d.database_id = db_id()
UNION ALL
SELECT 'Relaxed', 'DELAYED_DURABILITY = FORCED', 0 FROM sys.databases AS d
WHERE d.name = db_name() AND d.delayed_durability = 2
UNION ALL
SELECT 'LargestTable', t.name, t.bytes
FROM (
  SELECT TOP (1) object_schema_name(p.object_id) + '.' + object_name(p.object_id) AS name,
    sum(convert(bigint, a.total_pages)) * 8192 AS bytes
  FROM sys.partitions AS p
  JOIN sys.objects AS o ON o.object_id = p.object_id AND o.type = 'U' AND o.is_ms_shipped = 0
  JOIN sys.allocation_units AS a ON a.container_id = p.partition_id
  GROUP BY p.object_id
  ORDER BY 2 DESC
) AS t
UNION ALL
-- A log that grows without a limit has the room of its disk, which only an administrator sees.
SELECT 'Free', 'the log', sum(
  (convert(bigint, CASE WHEN f.growth = 0 THEN f.size ELSE f.max_size END) - fileproperty(f.name, 'SpaceUsed')) * 8192)
FROM sys.database_files AS f
WHERE f.type = 1
HAVING min(CASE WHEN f.growth = 0 OR f.max_size BETWEEN 1 AND 268435455 THEN 1 ELSE 0 END) = 1
