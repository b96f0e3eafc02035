SELECT run, solution, batch, environment, continues, ended_at, purged_at
FROM orchestrator.runs
ORDER BY run
