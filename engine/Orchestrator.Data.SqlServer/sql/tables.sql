WITH found AS (
  SELECT t.object_id, s.name AS [schema], t.name
  FROM sys.tables AS t JOIN sys.schemas AS s ON s.schema_id = t.schema_id
  WHERE t.is_ms_shipped = 0 AND t.temporal_type <> 1 AND s.name <> 'orchestrator'
    AND s.name NOT LIKE 'orchestrator[_]%' AND t.name NOT LIKE 'orchestrator[_]%'
)
SELECT f.[schema], f.name, 'table', '', '', 0 AS place FROM found AS f
UNION ALL
SELECT f.[schema], f.name, 'key', '', c.name, convert(int, k.key_ordinal)
FROM found AS f
JOIN sys.indexes AS i ON i.object_id = f.object_id AND i.is_primary_key = 1
JOIN sys.index_columns AS k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.key_ordinal > 0
JOIN sys.columns AS c ON c.object_id = k.object_id AND c.column_id = k.column_id
UNION ALL
SELECT f.[schema], f.name, 'reference', s.name, t.name, 0
FROM found AS f
JOIN sys.foreign_keys AS k ON k.parent_object_id = f.object_id
JOIN sys.tables AS t ON t.object_id = k.referenced_object_id
JOIN sys.schemas AS s ON s.schema_id = t.schema_id
ORDER BY place
