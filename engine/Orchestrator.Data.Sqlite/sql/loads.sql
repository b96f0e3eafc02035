SELECT load_table, '', target, CAST(attempt AS TEXT) FROM orchestrator_loads ORDER BY attempt
