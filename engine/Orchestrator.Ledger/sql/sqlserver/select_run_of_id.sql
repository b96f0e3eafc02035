SELECT run FROM orchestrator.runs WHERE id = @p1
