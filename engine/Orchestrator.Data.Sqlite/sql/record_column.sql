INSERT INTO orchestrator_columns (table_name, ordinal, column_name, data_type, nullable)
VALUES (
  $table, coalesce($ordinal, (SELECT max(ordinal) + 1 FROM orchestrator_columns WHERE table_name = $table), 0),
  $column, $type, $nullable)
