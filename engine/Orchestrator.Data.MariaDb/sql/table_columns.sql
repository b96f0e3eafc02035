SELECT '', c.TABLE_NAME, c.COLUMN_NAME, concat(c.COLUMN_TYPE, CASE
    WHEN c.DATA_TYPE = 'datetime' AND c.COLUMN_COMMENT = 'datetimeoffset' THEN ' COMMENT ''datetimeoffset''' ELSE ''
  END),
  coalesce(c.CHARACTER_SET_NAME, ''), coalesce(c.COLLATION_NAME, ''),
  CASE WHEN c.COLLATION_NAME = d.made THEN 'true' ELSE 'false' END,
  CASE c.IS_NULLABLE WHEN 'YES' THEN 'true' ELSE 'false' END,
  CASE WHEN c.IS_GENERATED = 'ALWAYS' THEN 'computed' WHEN c.EXTRA LIKE '%auto\_increment%' THEN 'identity' ELSE '' END,
  CASE WHEN c.EXTRA LIKE '%auto\_increment%' THEN 'by default' ELSE '' END,
  CASE WHEN c.COLUMN_DEFAULT IS NULL OR c.COLUMN_DEFAULT = 'NULL' THEN '' ELSE c.COLUMN_DEFAULT END,
  coalesce(c.GENERATION_EXPRESSION, ''), 'false'
FROM information_schema.COLUMNS AS c
CROSS JOIN (
  SELECT CASE @@character_set_database WHEN 'utf8mb4' THEN @@collation_database ELSE (
    SELECT COLLATION_NAME FROM information_schema.COLLATIONS
    WHERE CHARACTER_SET_NAME = 'utf8mb4' AND IS_DEFAULT = 'Yes' LIMIT 1) END AS made
) AS d
WHERE c.TABLE_SCHEMA = DATABASE() AND c.TABLE_NAME NOT LIKE 'orchestrator\_%'
ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION
