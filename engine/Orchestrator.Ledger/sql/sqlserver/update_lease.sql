UPDATE orchestrator.leases SET renewed_at = @p4, lasts_until = @p5 OUTPUT inserted.lasts_until
WHERE batch = @p1 AND environment = @p2 AND session = @p3
