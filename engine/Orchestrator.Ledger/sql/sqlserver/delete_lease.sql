DELETE FROM orchestrator.leases WHERE batch = @p1 AND environment = @p2 AND session = @p3
