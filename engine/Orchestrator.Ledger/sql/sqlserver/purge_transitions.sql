DELETE TOP (@p2) FROM orchestrator.transitions OUTPUT deleted.run WHERE run = @p1
