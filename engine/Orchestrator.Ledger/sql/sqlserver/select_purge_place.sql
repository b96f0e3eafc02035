SELECT run, node FROM orchestrator.attempts WHERE attempt = @p1
