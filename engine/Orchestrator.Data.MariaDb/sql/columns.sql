-- A column that keeps instants says so by its comment.
SELECT c.COLUMN_NAME, concat(c.COLUMN_TYPE, CASE
    WHEN c.DATA_TYPE = 'datetime' AND c.COLUMN_COMMENT = 'datetimeoffset' THEN ' COMMENT ''datetimeoffset''' ELSE ''
  END),
  coalesce(c.CHARACTER_SET_NAME, ''), coalesce(c.COLLATION_NAME, ''),
  CASE WHEN c.COLLATION_NAME = d.made THEN 'true' ELSE 'false' END,
  CASE c.IS_NULLABLE WHEN 'YES' THEN 'true' ELSE 'false' END,
  CASE WHEN c.IS_GENERATED = 'ALWAYS' THEN 'computed' WHEN c.EXTRA LIKE '%auto\_increment%' THEN 'identity' ELSE '' END
FROM information_schema.COLUMNS AS c
-- What a new column would have: the collation of the database, where that holds every character.
CROSS JOIN (
  SELECT CASE @@character_set_database WHEN 'utf8mb4' THEN @@collation_database ELSE (
    SELECT COLLATION_NAME FROM information_schema.COLLATIONS
    WHERE CHARACTER_SET_NAME = 'utf8mb4' AND IS_DEFAULT = 'Yes' LIMIT 1) END AS made
) AS d
WHERE c.TABLE_SCHEMA = DATABASE() AND c.TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY c.TABLE_NAME = BINARY @name)
ORDER BY c.ORDINAL_POSITION
