-- Before the update of each row. Who has no right to TRIGGER on the table sees none.
SELECT TRIGGER_NAME
FROM information_schema.TRIGGERS
WHERE EVENT_OBJECT_SCHEMA = DATABASE() AND EVENT_OBJECT_TABLE = @name
  AND (@@lower_case_table_names > 0 OR BINARY EVENT_OBJECT_TABLE = BINARY @name)
  AND ACTION_TIMING = 'BEFORE' AND EVENT_MANIPULATION = 'UPDATE'
ORDER BY 1
