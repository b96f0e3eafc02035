DELETE FROM orchestrator.nodes WHERE run = @p1 AND node BETWEEN @p2 AND @p3
