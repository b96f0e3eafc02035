SELECT run, solution, batch, environment, continues, ended_at, purged_at
FROM runs
ORDER BY run
