SELECT load_table FROM orchestrator_loads
WHERE target_schema = coalesce(@schema, '')
  AND (target_name = @name OR @@lower_case_table_names > 0 AND lower(target_name) = lower(@name))
ORDER BY attempt, load_table
