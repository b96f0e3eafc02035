SELECT load_table FROM orchestrator_loads
WHERE target_schema = coalesce(@schema, '') AND target_name = @name
ORDER BY attempt, load_table
