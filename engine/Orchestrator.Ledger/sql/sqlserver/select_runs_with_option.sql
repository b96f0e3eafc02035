SELECT run, name FROM orchestrator.run_options WHERE name IN (@p1, @p2, @p3) ORDER BY run
