SELECT run FROM run_options WHERE name = ?1 ORDER BY run
