-- As the server writes the name, so that the register and the tables are held against each other.
INSERT INTO orchestrator_loads (load_table, target_schema, target_name, attempt)
VALUES (CASE @@lower_case_table_names WHEN 1 THEN lower(@load) ELSE @load END, coalesce(@schema, ''), @name, @attempt)
ON DUPLICATE KEY UPDATE target_schema = VALUES(target_schema), target_name = VALUES(target_name),
  attempt = VALUES(attempt)
