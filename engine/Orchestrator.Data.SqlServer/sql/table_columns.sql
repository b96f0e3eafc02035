SELECT c.name, coalesce(b.name, u.name), c.max_length, c.precision, c.scale, c.is_nullable,
  CASE WHEN u.is_user_defined = 1 AND u.is_assembly_type = 0 THEN quotename(us.name) + '.' + quotename(u.name) END,
  c.collation_name, convert(int, collationproperty(c.collation_name, 'CodePage')),
  CASE WHEN c.is_computed = 1 THEN 'computed' WHEN c.generated_always_type <> 0 THEN 'period'
    WHEN c.is_identity = 1 THEN 'identity' WHEN c.system_type_id = 189 THEN 'rowversion' ELSE '' END,
  -- Who may not see a default is told all the same that there is one.
  s.name, o.name, coalesce(d.definition, CASE WHEN c.default_object_id <> 0 THEN 'default' END),
  coalesce(x.definition, CASE WHEN c.generated_always_type <> 0 THEN 'period' END),
  CASE WHEN c.is_identity = 1 THEN 'identity' END
FROM sys.objects AS o
JOIN sys.schemas AS s ON s.schema_id = o.schema_id
JOIN sys.columns AS c ON c.object_id = o.object_id
JOIN sys.types AS u ON u.user_type_id = c.user_type_id
LEFT JOIN sys.schemas AS us ON us.schema_id = u.schema_id
LEFT JOIN sys.types AS b ON b.user_type_id = c.system_type_id
LEFT JOIN sys.default_constraints AS d ON d.object_id = c.default_object_id
LEFT JOIN sys.computed_columns AS x ON x.object_id = c.object_id AND x.column_id = c.column_id
WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0 AND c.is_hidden = 0
ORDER BY s.name, o.name, c.column_id
