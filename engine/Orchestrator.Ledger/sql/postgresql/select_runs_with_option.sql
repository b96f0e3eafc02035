SELECT run FROM orchestrator.run_options WHERE name = $1 ORDER BY run
