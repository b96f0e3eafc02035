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
      + coalesce(' IDENTITY (' + convert(varchar(40), coalesce(g.next, m.seed)) + ', '
        + convert(varchar(40), m.step) + ')', '')
      + CASE c.is_nullable WHEN 1 THEN ' NULL' ELSE ' NOT NULL' END
      + CASE c.is_rowguidcol WHEN 1 THEN ' ROWGUIDCOL' ELSE '' END
    FROM sys.columns AS c
    JOIN sys.types AS u ON u.user_type_id = c.user_type_id
    LEFT JOIN sys.default_constraints AS d ON d.object_id = c.default_object_id
    LEFT JOIN sys.identity_columns AS n ON n.object_id = c.object_id AND n.column_id = c.column_id
    CROSS APPLY (
      SELECT convert(decimal(38, 0), n.seed_value) AS seed, convert(decimal(38, 0), n.increment_value) AS step,
        convert(decimal(38, 0), n.last_value) AS last,
        convert(decimal(38, 0), CASE type_name(n.system_type_id) WHEN 'tinyint' THEN '0' WHEN 'smallint' THEN '-32768'
          WHEN 'int' THEN '-2147483648' WHEN 'bigint' THEN '-9223372036854775808'
          ELSE '-' + replicate('9', n.precision) END) AS lowest,
        convert(decimal(38, 0), CASE type_name(n.system_type_id) WHEN 'tinyint' THEN '255' WHEN 'smallint' THEN '32767'
          WHEN 'int' THEN '2147483647' WHEN 'bigint' THEN '9223372036854775807'
          ELSE replicate('9', n.precision) END) AS highest
    ) AS m
    -- Beyond the end of its type there is no number: the last is given again, which a key refuses.
    CROSS APPLY (
      SELECT CASE WHEN m.step > 0 AND m.last > m.highest - m.step OR m.step < 0 AND m.last < m.lowest - m.step
        THEN m.last ELSE m.last + m.step END AS next
    ) AS g
    WHERE c.object_id = @t
    ORDER BY c.column_id FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 2, '')
  + ') ON ' + quotename(f.name) + coalesce(' TEXTIMAGE_ON ' + quotename(l.name), '')
  + CASE i.type WHEN 0 THEN ' WITH (DATA_COMPRESSION = ' + p.data_compression_desc COLLATE DATABASE_DEFAULT + ')'
    ELSE '' END
FROM sys.tables AS t
JOIN sys.indexes AS i ON i.object_id = t.object_id AND i.index_id < 2
JOIN sys.partitions AS p ON p.object_id = t.object_id AND p.index_id = i.index_id
JOIN sys.filegroups AS f ON f.data_space_id = i.data_space_id
-- The table keeps the place of its large values when the last column of them is dropped; one without is refused it.
LEFT JOIN sys.filegroups AS l ON l.data_space_id = t.lob_data_space_id
  AND EXISTS (SELECT 1 FROM sys.columns AS c WHERE c.object_id = t.object_id AND c.max_length = -1)
WHERE t.object_id = @t
