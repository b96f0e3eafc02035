-- 1 where an INSERT of a row takes one row or fails: the table is one, and no trigger of it can put a row aside.
SELECT count(*)
FROM sys.tables AS t
JOIN sys.schemas AS s ON s.schema_id = t.schema_id
WHERE s.name = @schema AND t.name = @name
  AND NOT EXISTS (SELECT 1 FROM sys.triggers AS g WHERE g.parent_id = t.object_id AND g.is_disabled = 0)
