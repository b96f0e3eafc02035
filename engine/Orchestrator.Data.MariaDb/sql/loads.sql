SELECT load_table, target_schema, target_name, CAST(attempt AS CHAR) FROM orchestrator_loads ORDER BY attempt
