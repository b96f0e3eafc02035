DECLARE @t int = object_id(quotename(@schema) + N'.' + quotename(@name));
DECLARE @own nvarchar(300) = quotename(@load_schema) + N'.' + quotename(@load);
SELECT what, statement FROM (
  SELECT i.index_id AS place,
    CASE WHEN i.is_primary_key = 1 THEN 'primary key ' WHEN i.is_unique_constraint = 1 THEN 'unique constraint '
      ELSE 'index ' END + i.name AS what,
    CASE WHEN i.is_primary_key = 1 OR i.is_unique_constraint = 1
      THEN 'ALTER TABLE ' + @own + ' ADD ' + CASE i.is_primary_key WHEN 1 THEN 'PRIMARY KEY ' ELSE 'UNIQUE ' END
        + i.type_desc COLLATE DATABASE_DEFAULT + ' (' + k.names + ')'
      ELSE 'CREATE ' + CASE i.is_unique WHEN 1 THEN 'UNIQUE ' ELSE '' END
        + i.type_desc COLLATE DATABASE_DEFAULT + ' INDEX ' + quotename(i.name) + ' ON ' + @own
        + ' (' + k.names + ')' + coalesce(' INCLUDE (' + k.included + ')', '')
        + coalesce(' WHERE ' + i.filter_definition, '')
      END
      + ' WITH (PAD_INDEX = ' + CASE i.is_padded WHEN 1 THEN 'ON' ELSE 'OFF' END
      + CASE i.fill_factor WHEN 0 THEN '' ELSE ', FILLFACTOR = ' + convert(varchar(10), i.fill_factor) END
      + ', IGNORE_DUP_KEY = ' + CASE i.ignore_dup_key WHEN 1 THEN 'ON' ELSE 'OFF' END
      + ', ALLOW_ROW_LOCKS = ' + CASE i.allow_row_locks WHEN 1 THEN 'ON' ELSE 'OFF' END
      + ', ALLOW_PAGE_LOCKS = ' + CASE i.allow_page_locks WHEN 1 THEN 'ON' ELSE 'OFF' END
      + ', DATA_COMPRESSION = ' + p.data_compression_desc COLLATE DATABASE_DEFAULT + ') ON '
      + quotename(f.name) AS statement
  FROM sys.indexes AS i
  JOIN sys.partitions AS p ON p.object_id = i.object_id AND p.index_id = i.index_id
  JOIN sys.filegroups AS f ON f.data_space_id = i.data_space_id
  CROSS APPLY (
    SELECT stuff((SELECT ', ' + quotename(c.name) + CASE x.is_descending_key WHEN 1 THEN ' DESC' ELSE '' END
        FROM sys.index_columns AS x
        JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
        WHERE x.object_id = i.object_id AND x.index_id = i.index_id AND x.key_ordinal > 0
        ORDER BY x.key_ordinal FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 2, '') AS names,
      stuff((SELECT ', ' + quotename(c.name)
        FROM sys.index_columns AS x
        JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
        WHERE x.object_id = i.object_id AND x.index_id = i.index_id AND x.is_included_column = 1
        ORDER BY x.index_column_id FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 2, '') AS included
  ) AS k
  WHERE i.object_id = @t AND i.type IN (1, 2) AND i.is_hypothetical = 0
  UNION ALL
  SELECT 1000000, 'check constraint ' + c.name, 'ALTER TABLE ' + @own + ' WITH CHECK ADD CHECK ' + c.definition
  FROM sys.check_constraints AS c WHERE c.parent_object_id = @t
) AS parts
ORDER BY place, what
