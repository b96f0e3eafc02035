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
SELECT 'owner ' + user_name(t.principal_id) FROM sys.tables AS t WHERE t.object_id = @t AND t.principal_id IS NOT NULL
