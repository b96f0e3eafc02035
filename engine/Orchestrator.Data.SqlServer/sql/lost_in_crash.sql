SELECT s.name, t.name
FROM sys.tables AS t
JOIN sys.schemas AS s ON s.schema_id = t.schema_id
WHERE t.is_memory_optimized = 1 AND t.durability = 1 AND (@name = N'' OR (s.name = @schema AND t.name = @name))
ORDER BY s.name, t.name
