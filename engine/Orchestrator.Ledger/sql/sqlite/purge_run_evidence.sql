DELETE FROM run_evidence WHERE run = ?1
