SELECT 'foreign key ' + f.name + ' of ' + object_schema_name(f.parent_object_id) + '.' + object_name(f.parent_object_id)
FROM sys.foreign_keys AS f
WHERE f.referenced_object_id = object_id(quotename(@schema) + N'.' + quotename(@name))
  AND f.delete_referential_action <> 0 AND f.is_disabled = 0
ORDER BY f.name
