-- NULL is told as the text NULL where a column takes it, and not at all where it has no default.
SELECT COLUMN_NAME
FROM information_schema.COLUMNS
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
  AND COLUMN_DEFAULT IS NOT NULL AND COLUMN_DEFAULT <> 'NULL'
