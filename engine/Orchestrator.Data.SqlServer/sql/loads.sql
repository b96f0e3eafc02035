SELECT load_table, target_schema, target_name, CAST(attempt AS varchar(20)) FROM orchestrator.loads ORDER BY attempt
