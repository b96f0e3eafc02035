-- In place of an UPDATE, which is told to have changed the rows that the trigger was given.
SELECT g.name
FROM sys.triggers AS g
JOIN sys.trigger_events AS e ON e.object_id = g.object_id
WHERE g.parent_id = object_id(quotename(@schema) + N'.' + quotename(@name))
  AND g.is_instead_of_trigger = 1 AND g.is_disabled = 0 AND e.type_desc COLLATE DATABASE_DEFAULT = 'UPDATE'
ORDER BY g.name;
