SELECT max(run) FROM orchestrator.runs WHERE continues = @p1
