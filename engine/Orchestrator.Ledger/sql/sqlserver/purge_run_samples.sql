DELETE TOP (@p2) FROM orchestrator.run_samples OUTPUT deleted.run WHERE run = @p1
