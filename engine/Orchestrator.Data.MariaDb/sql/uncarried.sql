SELECT DISTINCT CASE INDEX_NAME WHEN 'PRIMARY' THEN 'primary key' ELSE concat('index ', INDEX_NAME) END
FROM information_schema.STATISTICS
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
UNION ALL
SELECT concat('foreign key ', CONSTRAINT_NAME)
FROM information_schema.REFERENTIAL_CONSTRAINTS
WHERE CONSTRAINT_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
UNION ALL
SELECT concat('foreign key ', CONSTRAINT_NAME, ' of ',
  CASE WHEN CONSTRAINT_SCHEMA = DATABASE() THEN '' ELSE concat(CONSTRAINT_SCHEMA, '.') END, TABLE_NAME)
FROM information_schema.REFERENTIAL_CONSTRAINTS
WHERE UNIQUE_CONSTRAINT_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY REFERENCED_TABLE_NAME = BINARY @name)
  AND NOT (CONSTRAINT_SCHEMA = DATABASE()
    AND (@@lower_case_table_names > 0 AND TABLE_NAME = @name OR BINARY TABLE_NAME = BINARY @name))
UNION ALL
SELECT concat('constraint ', CONSTRAINT_NAME)
FROM information_schema.CHECK_CONSTRAINTS
WHERE CONSTRAINT_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
UNION ALL
SELECT concat('trigger ', TRIGGER_NAME)
FROM information_schema.TRIGGERS
WHERE EVENT_OBJECT_SCHEMA = DATABASE() AND EVENT_OBJECT_TABLE = @name
  AND (@@lower_case_table_names > 0 OR BINARY EVENT_OBJECT_TABLE = BINARY @name)
UNION ALL
SELECT concat('view ', TABLE_NAME)
FROM information_schema.VIEWS
WHERE TABLE_SCHEMA = DATABASE()
  AND instr(VIEW_DEFINITION, concat('`', replace(DATABASE(), '`', '``'), '`.`', replace(@name, '`', '``'), '`')) > 0
UNION ALL
SELECT DISTINCT concat('grants to ', GRANTEE)
FROM information_schema.TABLE_PRIVILEGES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
UNION ALL
SELECT DISTINCT concat('grants on column ', COLUMN_NAME)
FROM information_schema.COLUMN_PRIVILEGES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
UNION ALL
SELECT concat(CASE WHEN IS_GENERATED = 'ALWAYS' THEN 'expression of column '
  WHEN EXTRA LIKE '%auto\_increment%' THEN 'identity of column ' ELSE 'default of column ' END, COLUMN_NAME)
FROM information_schema.COLUMNS
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
  AND (IS_GENERATED = 'ALWAYS' OR EXTRA <> '' OR (COLUMN_DEFAULT IS NOT NULL AND COLUMN_DEFAULT <> 'NULL'))
UNION ALL
SELECT concat('comment on column ', COLUMN_NAME)
FROM information_schema.COLUMNS
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
  AND COLUMN_COMMENT NOT IN ('', 'datetimeoffset')
UNION ALL
SELECT 'comment' FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name) AND TABLE_COMMENT <> ''
  AND TABLE_TYPE <> 'VIEW'
UNION ALL
SELECT concat('table option ', CREATE_OPTIONS) FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
  AND coalesce(CREATE_OPTIONS, '') <> ''
UNION ALL
SELECT 'versions of its rows' FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
  AND TABLE_TYPE = 'SYSTEM VERSIONED'
