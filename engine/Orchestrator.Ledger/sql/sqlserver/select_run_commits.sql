SELECT commits FROM orchestrator.runs WHERE run = @p1
