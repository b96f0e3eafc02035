SELECT load_table FROM orchestrator_loads WHERE target = $target
