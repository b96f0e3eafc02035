DELETE FROM orchestrator.run_evidence WHERE run = $1
