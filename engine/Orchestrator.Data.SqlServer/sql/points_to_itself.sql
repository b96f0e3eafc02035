SELECT f.name
FROM sys.foreign_keys AS f
WHERE f.parent_object_id = object_id(quotename(@schema) + N'.' + quotename(@name))
  AND f.referenced_object_id = f.parent_object_id AND f.is_disabled = 0
ORDER BY f.name
