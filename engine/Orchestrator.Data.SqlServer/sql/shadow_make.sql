DECLARE @t int = object_id(quotename(@schema) + N'.' + quotename(@name));
SELECT 'CREATE TABLE ' + quotename(@load_schema) + '.' + quotename(@load) + ' (' + stuff((
    SELECT ', ' + quotename(c.name) + ' ' + u.name
      + CASE
          WHEN u.name IN ('char', 'varchar', 'binary', 'varbinary', 'nchar', 'nvarchar') THEN '('
            + CASE c.max_length WHEN -1 THEN 'max'
              ELSE convert(varchar(10), c.max_length / CASE WHEN u.name IN ('nchar', 'nvarchar') THEN 2 ELSE 1 END) END
            + ')'
          WHEN u.name IN ('decimal', 'numeric')
            THEN '(' + convert(varchar(10), c.precision) + ', ' + convert(varchar(10), c.scale) + ')'
          WHEN u.name IN ('time', 'datetime2', 'datetimeoffset') THEN '(' + convert(varchar(10), c.scale) + ')'
          WHEN u.name = 'float' THEN '(' + convert(varchar(10), c.precision) + ')'
          ELSE '' END
      + coalesce(' COLLATE ' + c.collation_name, '')
      -- A column that the load does not fill gets what it would get in the target.
      + coalesce(' DEFAULT ' + d.definition, '')
      -- The numbers that the server gives go on where the target's are.
      + coalesce(' IDENTITY (' + convert(varchar(40), coalesce(
          convert(decimal(38, 0), n.last_value) + convert(decimal(38, 0), n.increment_value),
          convert(decimal(38, 0), n.seed_value))) + ', '
        + convert(varchar(40), convert(decimal(38, 0), n.increment_value)) + ')', '')
      + CASE c.is_nullable WHEN 1 THEN ' NULL' ELSE ' NOT NULL' END
      + CASE c.is_rowguidcol WHEN 1 THEN ' ROWGUIDCOL' ELSE '' END
    FROM sys.columns AS c
    JOIN sys.types AS u ON u.user_type_id = c.user_type_id
    LEFT JOIN sys.default_constraints AS d ON d.object_id = c.default_object_id
    LEFT JOIN sys.identity_columns AS n ON n.object_id = c.object_id AND n.column_id = c.column_id
    WHERE c.object_id = @t
    ORDER BY c.column_id FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 2, '')
  + ') ON ' + quotename(f.name) + coalesce(' TEXTIMAGE_ON ' + quotename(l.name), '')
  + CASE i.type WHEN 0 THEN ' WITH (DATA_COMPRESSION = ' + p.data_compression_desc COLLATE DATABASE_DEFAULT + ')'
    ELSE '' END
FROM sys.tables AS t
JOIN sys.indexes AS i ON i.object_id = t.object_id AND i.index_id < 2
JOIN sys.partitions AS p ON p.object_id = t.object_id AND p.index_id = i.index_id
JOIN sys.filegroups AS f ON f.data_space_id = i.data_space_id
LEFT JOIN sys.filegroups AS l ON l.data_space_id = t.lob_data_space_id
WHERE t.object_id = @t
