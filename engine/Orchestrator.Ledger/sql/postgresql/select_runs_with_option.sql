SELECT run, name FROM orchestrator.run_options WHERE name IN ($1, $2, $3) ORDER BY run
