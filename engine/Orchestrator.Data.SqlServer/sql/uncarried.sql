DECLARE @t int = object_id(quotename(@schema) + N'.' + quotename(@name));
SELECT what FROM (
  SELECT 'being a ' + lower(replace(o.type_desc COLLATE DATABASE_DEFAULT, '_', ' ')) AS what
  FROM sys.objects AS o WHERE o.object_id = @t AND o.type <> 'U'
  UNION ALL
  SELECT 'foreign key ' + f.name FROM sys.foreign_keys AS f WHERE f.parent_object_id = @t
  UNION ALL
  SELECT 'foreign key ' + f.name + ' of ' + object_schema_name(f.parent_object_id) + '.'
    + object_name(f.parent_object_id)
  FROM sys.foreign_keys AS f WHERE f.referenced_object_id = @t AND f.parent_object_id <> @t
  UNION ALL
  SELECT CASE i.is_disabled WHEN 1 THEN 'disabled ' ELSE lower(i.type_desc COLLATE DATABASE_DEFAULT) + ' ' END
    + 'index ' + i.name
  FROM sys.indexes AS i
  WHERE i.object_id = @t AND i.is_hypothetical = 0 AND (i.type NOT IN (0, 1, 2) OR i.is_disabled = 1)
  UNION ALL
  SELECT DISTINCT 'partitioning'
  FROM sys.indexes AS i JOIN sys.partition_schemes AS p ON p.data_space_id = i.data_space_id
  WHERE i.object_id = @t
  UNION ALL
  SELECT 'check constraint ' + c.name + ', which is not trusted'
  FROM sys.check_constraints AS c
  WHERE c.parent_object_id = @t AND (c.is_disabled = 1 OR c.is_not_trusted = 1 OR c.is_not_for_replication = 1)
  UNION ALL
  SELECT CASE WHEN c.is_computed = 1 THEN 'computed column ' WHEN u.name = 'timestamp' THEN 'rowversion column '
      WHEN c.generated_always_type <> 0 OR c.is_hidden = 1 THEN 'column that the server fills, '
      WHEN c.is_masked = 1 THEN 'mask of column ' WHEN c.encryption_type IS NOT NULL THEN 'encryption of column '
      WHEN c.is_sparse = 1 OR c.is_filestream = 1 OR c.is_column_set = 1 THEN 'sparse or file stream column '
      WHEN c.xml_collection_id <> 0 THEN 'XML schema of column '
      WHEN c.rule_object_id <> 0 OR (c.default_object_id <> 0 AND d.object_id IS NULL) THEN 'bound rule or default of '
      WHEN c.is_ansi_padded = 0 AND u.name IN ('char', 'varchar', 'binary', 'varbinary') THEN 'padding (ANSI) of column '
      WHEN n.is_not_for_replication = 1 THEN 'identity (not for replication) of column '
      WHEN u.is_user_defined = 1 OR u.name NOT IN (
        'bit', 'tinyint', 'smallint', 'int', 'bigint', 'decimal', 'numeric', 'money', 'smallmoney', 'real', 'float',
        'char', 'varchar', 'nchar', 'nvarchar', 'binary', 'varbinary', 'date', 'time', 'datetime', 'datetime2',
        'datetimeoffset', 'smalldatetime', 'uniqueidentifier', 'xml', 'sql_variant', 'hierarchyid', 'geography',
        'geometry') THEN 'type ' + u.name + ' of column '
    END + c.name
  FROM sys.columns AS c
  JOIN sys.types AS u ON u.user_type_id = c.user_type_id
  LEFT JOIN sys.default_constraints AS d ON d.object_id = c.default_object_id
  LEFT JOIN sys.identity_columns AS n ON n.object_id = c.object_id AND n.column_id = c.column_id
  WHERE c.object_id = @t
  UNION ALL
  SELECT v.what
  FROM sys.tables AS t
  CROSS APPLY (VALUES
    (CASE WHEN t.temporal_type <> 0 THEN 'versions kept of its rows' END),
    (CASE WHEN t.is_memory_optimized = 1 THEN 'being memory-optimised' END),
    (CASE WHEN t.is_published = 1 OR t.is_merge_published = 1 OR t.is_replicated = 1 THEN 'replication' END),
    (CASE WHEN t.is_tracked_by_cdc = 1 THEN 'change data capture' END),
    (CASE WHEN t.uses_ansi_nulls = 0 THEN 'ANSI_NULLS OFF' END),
    (CASE WHEN t.text_in_row_limit <> 0 OR t.large_value_types_out_of_row = 1 THEN 'where large values are kept' END)
  ) AS v (what)
  WHERE t.object_id = @t
  UNION ALL
  SELECT 'change tracking' FROM sys.change_tracking_tables AS c WHERE c.object_id = @t
  UNION ALL
  SELECT 'full-text index' FROM sys.fulltext_indexes AS f WHERE f.object_id = @t
) AS found
WHERE what IS NOT NULL;
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
