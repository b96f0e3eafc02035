DELETE FROM run_connections WHERE run = ?1
