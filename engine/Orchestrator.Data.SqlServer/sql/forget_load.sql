DELETE FROM orchestrator.loads WHERE load_table = @load
