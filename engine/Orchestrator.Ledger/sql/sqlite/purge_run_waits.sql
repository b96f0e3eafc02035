DELETE FROM run_waits WHERE run = ?1
