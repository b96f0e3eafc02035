SELECT coalesce(sum(CAST(u.total_pages AS bigint)), 0) * 8192
FROM sys.tables t
JOIN sys.schemas s ON s.schema_id = t.schema_id
JOIN sys.partitions p ON p.object_id = t.object_id
JOIN sys.allocation_units u ON u.container_id = p.hobt_id
WHERE s.name = N'orchestrator'
