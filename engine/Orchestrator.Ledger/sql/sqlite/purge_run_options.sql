DELETE FROM run_options WHERE run = ?1
