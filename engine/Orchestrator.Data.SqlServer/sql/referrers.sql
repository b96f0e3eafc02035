DECLARE @t int = object_id(quotename(@schema) + N'.' + quotename(@name));
-- One that is switched off lets rows be deleted.
SELECT DISTINCT object_schema_name(f.parent_object_id), object_name(f.parent_object_id)
FROM sys.foreign_keys AS f
WHERE f.referenced_object_id = @t AND f.parent_object_id <> @t AND f.is_disabled = 0
ORDER BY 1, 2
