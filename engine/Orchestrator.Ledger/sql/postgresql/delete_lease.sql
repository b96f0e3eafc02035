DELETE FROM orchestrator.leases WHERE batch = $1 AND environment = $2 AND session = $3
