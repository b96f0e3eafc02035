SELECT c.name
FROM sys.columns AS c
WHERE c.object_id = object_id(quotename(@schema) + N'.' + quotename(@name)) AND c.default_object_id <> 0
