DECLARE @t int = object_id(quotename(@schema) + N'.' + quotename(@name));
WITH keys AS (
  SELECT f.object_id, s.name AS child_schema, c.name AS child, f.name, f.is_disabled, f.is_not_trusted,
    'foreign key ' + f.name + CASE f.parent_object_id WHEN @t THEN '' ELSE ' of ' + s.name + '.' + c.name END AS what,
    'ALTER TABLE ' + quotename(s.name) + '.' + quotename(c.name) AS alter_child,
    -- All rows of the target are new. Those of another table are not: what was not checked there may not hold.
    CASE WHEN f.is_disabled = 1 OR f.is_not_trusted = 1 AND f.parent_object_id <> @t THEN 0 ELSE 1 END AS is_checked,
    ' FOREIGN KEY (' + k.names + ') REFERENCES ' + quotename(object_schema_name(f.referenced_object_id)) + '.'
      + quotename(object_name(f.referenced_object_id)) + ' (' + k.others + ') ON DELETE '
      + CASE f.delete_referential_action WHEN 1 THEN 'CASCADE' WHEN 2 THEN 'SET NULL' WHEN 3 THEN 'SET DEFAULT'
        ELSE 'NO ACTION' END
      + ' ON UPDATE '
      + CASE f.update_referential_action WHEN 1 THEN 'CASCADE' WHEN 2 THEN 'SET NULL' WHEN 3 THEN 'SET DEFAULT'
        ELSE 'NO ACTION' END
      + CASE f.is_not_for_replication WHEN 1 THEN ' NOT FOR REPLICATION' ELSE '' END AS definition
  FROM sys.foreign_keys AS f
  JOIN sys.tables AS c ON c.object_id = f.parent_object_id
  JOIN sys.schemas AS s ON s.schema_id = c.schema_id
  CROSS APPLY (
    SELECT stuff((SELECT ', ' + quotename(a.name)
        FROM sys.foreign_key_columns AS x
        JOIN sys.columns AS a ON a.object_id = x.parent_object_id AND a.column_id = x.parent_column_id
        WHERE x.constraint_object_id = f.object_id ORDER BY x.constraint_column_id
        FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 2, '') AS names,
      stuff((SELECT ', ' + quotename(b.name)
        FROM sys.foreign_key_columns AS x
        JOIN sys.columns AS b ON b.object_id = x.referenced_object_id AND b.column_id = x.referenced_column_id
        WHERE x.constraint_object_id = f.object_id ORDER BY x.constraint_column_id
        FOR XML PATH(''), TYPE).value('.', 'nvarchar(max)'), 1, 2, '') AS others
  ) AS k
  WHERE @t IN (f.parent_object_id, f.referenced_object_id)
)
SELECT what, remove, put_back FROM (
  SELECT child_schema, child, name, 1 AS place, what,
    alter_child + ' DROP CONSTRAINT ' + quotename(name) AS remove,
    alter_child + CASE is_checked WHEN 1 THEN ' WITH CHECK' ELSE ' WITH NOCHECK' END + ' ADD CONSTRAINT '
      + quotename(name) + definition AS put_back
  FROM keys
  UNION ALL
  SELECT child_schema, child, name, 2, what, '', alter_child + ' NOCHECK CONSTRAINT ' + quotename(name)
  FROM keys WHERE is_disabled = 1 OR is_not_trusted = 1 AND is_checked = 1
  UNION ALL
  -- Its rows were checked, and it is no more trusted than before.
  SELECT child_schema, child, name, 3, what, '', alter_child + ' WITH NOCHECK CHECK CONSTRAINT ' + quotename(name)
  FROM keys WHERE is_not_trusted = 1 AND is_checked = 1
  UNION ALL
  SELECT k.child_schema, k.child, k.name, 4, k.what, '', 'EXEC sys.sp_addextendedproperty N'''
    + replace(e.name, '''', '''''') + ''', '
    + coalesce(CASE convert(nvarchar(128), sql_variant_property(e.value, 'BaseType')) WHEN 'nvarchar' THEN 'N'
      ELSE '' END + '''' + replace(convert(nvarchar(max), e.value), '''', '''''') + '''', 'NULL')
    + ', ''SCHEMA'', N''' + replace(k.child_schema, '''', '''''') + ''', ''TABLE'', N'''
    + replace(k.child, '''', '''''') + ''', ''CONSTRAINT'', N''' + replace(k.name, '''', '''''') + ''''
  FROM keys AS k
  JOIN sys.extended_properties AS e ON e.class = 1 AND e.major_id = k.object_id
) AS parts
-- One order for all who take several tables.
ORDER BY child_schema, child, name, place, put_back
