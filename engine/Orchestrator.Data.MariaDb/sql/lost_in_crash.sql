SELECT '', TABLE_NAME, TABLE_NAME, 'false'
FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND ENGINE = 'MEMORY'
  AND (@name = '' OR (TABLE_NAME = @name AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)))
ORDER BY 2
