DECLARE @it int = object_id(quotename(@schema) + N'.' + quotename(@name));
SELECT v.what
FROM sys.tables AS t
CROSS APPLY (VALUES
  (CASE WHEN t.temporal_type <> 0 THEN 'versions kept of its rows' END),
  (CASE WHEN t.is_memory_optimized = 1 THEN 'being memory-optimised' END),
  (CASE WHEN t.is_published = 1 OR t.is_merge_published = 1 OR t.is_replicated = 1 THEN 'replication' END),
  (CASE WHEN t.is_tracked_by_cdc = 1 THEN 'change data capture' END)
) AS v (what)
WHERE t.object_id = @it AND v.what IS NOT NULL
UNION ALL
SELECT 'change tracking' FROM sys.change_tracking_tables AS c WHERE c.object_id = @it
UNION ALL
SELECT 'full-text index' FROM sys.fulltext_indexes AS f WHERE f.object_id = @it;
-- Whoever may connect may read sys.sql_dependencies, and sees what it sees of the objects; its successor
-- (sys.sql_expression_dependencies) is for owners of the database alone. A server may lack the older one.
IF object_id(N'sys.sql_dependencies') IS NOT NULL
EXEC sp_executesql N'
SELECT DISTINCT ''schema-bound '' + lower(replace(o.type_desc COLLATE DATABASE_DEFAULT, ''_'', '' '')) + '' ''
  + object_schema_name(o.object_id) + ''.'' + o.name
FROM sys.sql_dependencies AS d JOIN sys.objects AS o ON o.object_id = d.object_id
WHERE d.class = 1 AND d.referenced_major_id = @it AND o.parent_object_id <> @it AND o.object_id <> @it',
N'@it int', @it;
-- Not every server that speaks the protocol has security policies.
IF object_id(N'sys.security_predicates') IS NOT NULL
EXEC sp_executesql N'
SELECT ''security policy '' + o.name
FROM sys.security_predicates AS p JOIN sys.objects AS o ON o.object_id = p.object_id WHERE p.target_object_id = @it',
N'@it int', @it
