DELETE FROM orchestrator_loads WHERE load_table = CASE @@lower_case_table_names WHEN 1 THEN lower(@load) ELSE @load END
