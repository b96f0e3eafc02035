SELECT load_table FROM orchestrator.loads
WHERE target_schema = @schema AND target_name = @name
ORDER BY attempt
