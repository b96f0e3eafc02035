SELECT run FROM orchestrator.run_options WHERE name = @p1 ORDER BY run
