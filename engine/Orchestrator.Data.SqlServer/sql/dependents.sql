DECLARE @t int = object_id(quotename(@schema) + N'.' + quotename(@name));
SELECT CASE WHEN i.is_primary_key = 1 THEN 'primary key ' WHEN i.is_unique_constraint = 1 THEN 'unique constraint '
  ELSE 'index ' END + i.name
FROM sys.indexes AS i WHERE i.object_id = @t AND i.type <> 0
UNION ALL
SELECT 'foreign key ' + f.name FROM sys.foreign_keys AS f WHERE f.parent_object_id = @t
UNION ALL
SELECT 'foreign key ' + f.name + ' of ' + object_schema_name(f.parent_object_id) + '.'
  + object_name(f.parent_object_id)
FROM sys.foreign_keys AS f WHERE f.referenced_object_id = @t AND f.parent_object_id <> @t
UNION ALL
SELECT 'check constraint ' + c.name FROM sys.check_constraints AS c WHERE c.parent_object_id = @t
UNION ALL
SELECT 'default ' + d.name FROM sys.default_constraints AS d WHERE d.parent_object_id = @t
UNION ALL
SELECT 'trigger ' + g.name FROM sys.triggers AS g WHERE g.parent_id = @t
UNION ALL
SELECT CASE c.is_computed WHEN 1 THEN 'expression of column ' ELSE 'identity of column ' END + c.name
FROM sys.columns AS c WHERE c.object_id = @t AND (c.is_computed = 1 OR c.is_identity = 1)
UNION ALL
SELECT 'sparse or file stream column ' + c.name
FROM sys.columns AS c WHERE c.object_id = @t AND (c.is_sparse = 1 OR c.is_filestream = 1 OR c.is_column_set = 1)
UNION ALL
SELECT 'mask of column ' + c.name FROM sys.columns AS c WHERE c.object_id = @t AND c.is_masked = 1
UNION ALL
SELECT DISTINCT 'grants to ' + user_name(p.grantee_principal_id)
FROM sys.database_permissions AS p WHERE p.class = 1 AND p.major_id = @t
UNION ALL
SELECT DISTINCT 'extended property ' + e.name
FROM sys.extended_properties AS e WHERE e.class = 1 AND e.major_id = @t
UNION ALL
SELECT 'statistics ' + s.name FROM sys.stats AS s WHERE s.object_id = @t AND s.user_created = 1
UNION ALL
SELECT DISTINCT lower(p.data_compression_desc COLLATE DATABASE_DEFAULT) + ' compression'
FROM sys.partitions AS p WHERE p.object_id = @t AND p.data_compression <> 0
UNION ALL
SELECT 'partitioning' FROM sys.partitions AS p WHERE p.object_id = @t AND p.partition_number = 2 AND p.index_id < 2
UNION ALL
SELECT 'versions kept of its rows' FROM sys.tables AS t WHERE t.object_id = @t AND t.temporal_type <> 0
UNION ALL
SELECT 'being memory-optimised' FROM sys.tables AS t WHERE t.object_id = @t AND t.is_memory_optimized = 1
UNION ALL
SELECT 'replication' FROM sys.tables AS t
WHERE t.object_id = @t AND (t.is_published = 1 OR t.is_merge_published = 1 OR t.is_replicated = 1)
UNION ALL
SELECT 'change data capture' FROM sys.tables AS t WHERE t.object_id = @t AND t.is_tracked_by_cdc = 1
UNION ALL
SELECT 'change tracking' FROM sys.change_tracking_tables AS c WHERE c.object_id = @t
UNION ALL
SELECT 'full-text index' FROM sys.fulltext_indexes AS f WHERE f.object_id = @t
UNION ALL
SELECT 'owner ' + user_name(t.principal_id) FROM sys.tables AS t WHERE t.object_id = @t AND t.principal_id IS NOT NULL;
-- Whoever may connect may read sys.sql_dependencies, and sees what it sees of the objects; its successor
-- (sys.sql_expression_dependencies) is for owners of the database alone. A server may lack the older one.
IF object_id(N'sys.sql_dependencies') IS NOT NULL
EXEC sp_executesql N'
SELECT DISTINCT ''schema-bound '' + lower(replace(o.type_desc COLLATE DATABASE_DEFAULT, ''_'', '' '')) + '' ''
  + object_schema_name(o.object_id) + ''.'' + o.name
FROM sys.sql_dependencies AS d JOIN sys.objects AS o ON o.object_id = d.object_id
WHERE d.class = 1 AND d.referenced_major_id = @t AND o.parent_object_id <> @t AND o.object_id <> @t',
N'@t int', @t;
-- Not every server that speaks the protocol has security policies.
IF object_id(N'sys.security_predicates') IS NOT NULL
EXEC sp_executesql N'
SELECT ''security policy '' + o.name
FROM sys.security_predicates AS p JOIN sys.objects AS o ON o.object_id = p.object_id WHERE p.target_object_id = @t',
N'@t int', @t
