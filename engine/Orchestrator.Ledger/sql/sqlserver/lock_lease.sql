UPDATE orchestrator.leases SET run = run OUTPUT inserted.lasts_until
WHERE batch = @p1 AND environment = @p2 AND session = @p3
