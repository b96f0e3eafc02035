INSERT INTO orchestrator_columns (table_name, ordinal, column_name, data_type, nullable)
VALUES ($table, $ordinal, $column, $type, $nullable)
