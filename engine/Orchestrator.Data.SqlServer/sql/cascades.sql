DECLARE @t int = object_id(quotename(@schema) + N'.' + quotename(@name));
SELECT 'foreign key ' + f.name + ' of ' + object_schema_name(f.parent_object_id) + '.' + object_name(f.parent_object_id)
FROM sys.foreign_keys AS f
WHERE f.referenced_object_id = @t AND f.delete_referential_action <> 0 AND f.is_disabled = 0
ORDER BY f.name;
-- A key is seen by who has a right on its own table; that there is one, by who has a right on this.
SELECT 'foreign key of a table that is not shown to this login, which lacks VIEW DEFINITION on it, for all it can tell'
WHERE objectproperty(@t, 'TableHasForeignRef') = 1
  AND NOT EXISTS (SELECT 1 FROM sys.foreign_keys AS f WHERE f.referenced_object_id = @t)
