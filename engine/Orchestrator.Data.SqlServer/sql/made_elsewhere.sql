DECLARE @t int = object_id(quotename(@schema) + N'.' + quotename(@name));
SELECT i.name FROM sys.indexes AS i WHERE i.object_id = @t AND i.is_primary_key = 1
UNION ALL
SELECT f.name FROM sys.foreign_keys AS f WHERE f.parent_object_id = @t
UNION ALL
SELECT c.name FROM sys.columns AS c
WHERE c.object_id = @t AND (c.default_object_id <> 0 OR c.is_identity = 1 OR c.is_computed = 1)
