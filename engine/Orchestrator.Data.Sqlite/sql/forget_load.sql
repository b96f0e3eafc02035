DELETE FROM orchestrator_loads WHERE load_table = $load
