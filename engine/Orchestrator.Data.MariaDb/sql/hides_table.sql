-- A table or view that stays, and that a temporary table of its name would hide.
SELECT count(*)
FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = @name AND TABLE_TYPE <> 'TEMPORARY'
  AND (@@lower_case_table_names > 0 OR BINARY TABLE_NAME = BINARY @name)
