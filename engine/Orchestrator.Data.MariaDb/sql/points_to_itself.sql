-- A table whose name differs in case alone may be meant, which costs a load table and nothing else.
SELECT CONSTRAINT_NAME
FROM information_schema.REFERENTIAL_CONSTRAINTS
WHERE CONSTRAINT_SCHEMA = DATABASE() AND UNIQUE_CONSTRAINT_SCHEMA = DATABASE()
  AND TABLE_NAME = @name AND REFERENCED_TABLE_NAME = @name
ORDER BY 1
