WITH found AS (
  SELECT o.object_id, s.name AS [schema], o.name, o.type
  FROM sys.objects AS o
  JOIN sys.schemas AS s ON s.schema_id = o.schema_id
  LEFT JOIN sys.tables AS t ON t.object_id = o.object_id
  WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0 AND coalesce(t.temporal_type, 0) <> 1
    AND s.name NOT IN ('orchestrator', 'sys', 'INFORMATION_SCHEMA')
    AND s.name NOT LIKE 'orchestrator[_]%' AND o.name NOT LIKE 'orchestrator[_]%'
)
-- The first of several answers says of which type their columns are.
SELECT f.[schema], f.name, convert(nvarchar(128), CASE f.type WHEN 'V' THEN 'view' ELSE 'table' END),
  convert(nvarchar(128), ''), convert(nvarchar(128), ''), convert(nvarchar(128), ''), convert(nvarchar(128), ''),
  convert(nvarchar(128), ''), 0 AS place
FROM found AS f
UNION ALL
SELECT f.[schema], f.name, CASE i.is_primary_key WHEN 1 THEN 'primary key' ELSE 'unique key' END, i.name, c.name,
  '', '', '', convert(int, k.key_ordinal)
FROM found AS f
JOIN sys.indexes AS i ON i.object_id = f.object_id AND i.is_unique = 1 AND i.has_filter = 0 AND i.is_disabled = 0
  AND i.is_hypothetical = 0
JOIN sys.index_columns AS k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.key_ordinal > 0
JOIN sys.columns AS c ON c.object_id = k.object_id AND c.column_id = k.column_id
UNION ALL
SELECT f.[schema], f.name, 'foreign key', k.name, c.name, s.name, t.name, b.name, p.constraint_column_id
FROM found AS f
JOIN sys.foreign_keys AS k ON k.parent_object_id = f.object_id
JOIN sys.tables AS t ON t.object_id = k.referenced_object_id
JOIN sys.schemas AS s ON s.schema_id = t.schema_id
JOIN sys.foreign_key_columns AS p ON p.constraint_object_id = k.object_id
JOIN sys.columns AS c ON c.object_id = p.parent_object_id AND c.column_id = p.parent_column_id
JOIN sys.columns AS b ON b.object_id = p.referenced_object_id AND b.column_id = p.referenced_column_id
ORDER BY place
