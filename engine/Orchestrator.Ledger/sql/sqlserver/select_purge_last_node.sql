SELECT max(node) FROM orchestrator.nodes WHERE run = @p1
