DECLARE @t int = object_id(quotename(@schema) + N'.' + quotename(@name));
DECLARE @own nvarchar(300) = quotename(@schema) + N'.' + quotename(@name);
SELECT what, remove, put_back, violators, child_schema, child_name FROM (
  SELECT 1 AS phase, 'trigger ' + g.name AS what,
    'DISABLE TRIGGER ' + quotename(@schema) + '.' + quotename(g.name) + ' ON ' + @own AS remove,
    'ENABLE TRIGGER ' + quotename(@schema) + '.' + quotename(g.name) + ' ON ' + @own AS put_back, '' AS violators,
    convert(nvarchar(128), '') AS child_schema, convert(nvarchar(128), '') AS child_name
  FROM sys.triggers AS g WHERE g.parent_id = @t AND g.is_disabled = 0 AND @triggers = 1
  UNION ALL
  SELECT 2, 'index ' + i.name, 'ALTER INDEX ' + quotename(i.name) + ' ON ' + @own + ' DISABLE',
    'ALTER INDEX ' + quotename(i.name) + ' ON ' + @own + ' REBUILD', '', '', ''
  FROM sys.indexes AS i
  WHERE i.object_id = @t AND i.type = 2 AND i.is_unique = 0 AND i.is_disabled = 0 AND i.is_hypothetical = 0
    AND @indexes = 1
  UNION ALL
  SELECT 3, 'foreign key ' + f.name + ' of ' + c.child,
    'ALTER TABLE ' + c.child + ' NOCHECK CONSTRAINT ' + quotename(f.name),
    'ALTER TABLE ' + c.child + CASE f.is_not_trusted WHEN 1 THEN ' WITH NOCHECK' ELSE ' WITH CHECK' END
      + ' CHECK CONSTRAINT ' + quotename(f.name),
    'SELECT stuff((SELECT TOP (5) ''; '' + concat('''', ' + c.shown + ') FROM ' + c.child + ' AS c WHERE ' + c.filled
      + ' AND NOT EXISTS (SELECT 1 FROM ' + c.parent + ' AS p WHERE ' + c.matches + ') FOR XML PATH('''')), 1, 2, '''')',
    object_schema_name(f.parent_object_id), object_name(f.parent_object_id)
  FROM sys.foreign_keys AS f
  CROSS APPLY (
    SELECT quotename(object_schema_name(f.parent_object_id)) + '.' + quotename(object_name(f.parent_object_id))
        AS child,
      quotename(object_schema_name(f.referenced_object_id)) + '.' + quotename(object_name(f.referenced_object_id))
        AS parent,
      stuff((SELECT ' + '', '' + convert(nvarchar(200), c.' + quotename(a.name) + ')'
        FROM sys.foreign_key_columns AS k
        JOIN sys.columns AS a ON a.object_id = k.parent_object_id AND a.column_id = k.parent_column_id
        WHERE k.constraint_object_id = f.object_id ORDER BY k.constraint_column_id
        FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 10, '') AS shown,
      stuff((SELECT ' AND c.' + quotename(a.name) + ' IS NOT NULL'
        FROM sys.foreign_key_columns AS k
        JOIN sys.columns AS a ON a.object_id = k.parent_object_id AND a.column_id = k.parent_column_id
        WHERE k.constraint_object_id = f.object_id
        FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 5, '') AS filled,
      stuff((SELECT ' AND p.' + quotename(b.name) + ' = c.' + quotename(a.name)
        FROM sys.foreign_key_columns AS k
        JOIN sys.columns AS a ON a.object_id = k.parent_object_id AND a.column_id = k.parent_column_id
        JOIN sys.columns AS b ON b.object_id = k.referenced_object_id AND b.column_id = k.referenced_column_id
        WHERE k.constraint_object_id = f.object_id
        FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 5, '') AS matches
  ) AS c
  -- One that is not trusted checks rows that are written now, which nothing would do for it afterwards.
  WHERE (f.referenced_object_id = @t OR f.parent_object_id = @t AND f.is_not_trusted = 0) AND f.is_disabled = 0
    AND @foreign_keys = 1
) AS parts
ORDER BY phase, what
