DECLARE @t int = object_id(quotename(@schema) + N'.' + quotename(@name));
SELECT what FROM (
  SELECT 'being a ' + lower(replace(o.type_desc COLLATE DATABASE_DEFAULT, '_', ' ')) AS what
  FROM sys.objects AS o WHERE o.object_id = @t AND o.type <> 'U'
  UNION ALL
  SELECT 'foreign key ' + f.name + CASE f.parent_object_id WHEN @t THEN '' ELSE ' of ' + n.child END + ', ' + w.why
  FROM sys.foreign_keys AS f
  LEFT JOIN sys.tables AS c ON c.object_id = f.parent_object_id
  CROSS APPLY (
    SELECT coalesce(object_schema_name(c.object_id) + '.' + c.name, 'another table') AS child,
      quotename(object_schema_name(c.object_id)) + '.' + quotename(c.name) AS own,
      quotename(object_schema_name(f.referenced_object_id)) + '.'
        + quotename(object_name(f.referenced_object_id)) AS parent
  ) AS n
  CROSS APPLY (VALUES
    (CASE WHEN f.parent_object_id = @t THEN NULL
      WHEN coalesce(has_perms_by_name(n.own, 'OBJECT', 'ALTER'), 0) = 0
        THEN 'a table that ' + user_name() + ' may not ALTER'
      WHEN c.is_published = 1 OR c.is_merge_published = 1 OR c.is_replicated = 1 THEN 'which is replicated'
      WHEN c.temporal_type <> 0 OR EXISTS (SELECT 1 FROM sys.columns AS h WHERE h.object_id = c.object_id
        AND (h.is_hidden = 1 OR h.generated_always_type <> 0)) THEN 'a table with columns that the server fills' END),
    (CASE WHEN coalesce(has_perms_by_name(n.parent, 'OBJECT', 'REFERENCES'), 0) = 0
      THEN 'as ' + user_name() + ' has no REFERENCES on the table that it points to' END),
    (CASE WHEN EXISTS (SELECT 1 FROM sys.indexes AS i WHERE i.object_id = f.referenced_object_id
        AND i.index_id = f.key_index_id AND i.is_disabled = 1) THEN 'which points to a disabled index' END),
    (CASE WHEN EXISTS (SELECT 1 FROM sys.extended_properties AS e WHERE e.class = 1 AND e.major_id = f.object_id
        AND convert(nvarchar(128), sql_variant_property(e.value, 'BaseType')) NOT IN ('nvarchar', 'varchar'))
      THEN 'with an extended property that is no text' END)
  ) AS w (why)
  WHERE @t IN (f.parent_object_id, f.referenced_object_id)
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
    (CASE WHEN t.uses_ansi_nulls = 0 THEN 'ANSI_NULLS OFF' END),
    (CASE WHEN t.text_in_row_limit <> 0 OR t.large_value_types_out_of_row = 1 THEN 'where large values are kept' END)
  ) AS v (what)
  WHERE t.object_id = @t
  UNION ALL
  SELECT 'itself, which ' + user_name() + ' may not ALTER'
  FROM sys.tables AS t
  WHERE t.object_id = @t
    AND has_perms_by_name(quotename(@schema) + N'.' + quotename(@name), 'OBJECT', 'ALTER') = 0
  UNION ALL
  -- As rights.sql has it: DBCC CHECKIDENT goes by roles.
  SELECT 'identity of column ' + n.name + ', whose numbers ' + user_name() + ' may not set (db_ddladmin)'
  FROM sys.identity_columns AS n
  JOIN sys.schemas AS s ON s.name = @schema
  WHERE n.object_id = @t AND is_member('db_ddladmin') = 0 AND is_member('db_owner') = 0
    AND s.principal_id <> database_principal_id() AND coalesce(is_member(user_name(s.principal_id)), 0) = 0
) AS found
WHERE what IS NOT NULL
