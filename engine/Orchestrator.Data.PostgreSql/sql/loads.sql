SELECT load_table, target_schema, target_name, attempt::text FROM orchestrator.loads ORDER BY attempt
