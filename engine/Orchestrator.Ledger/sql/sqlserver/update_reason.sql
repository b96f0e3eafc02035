UPDATE orchestrator.nodes SET reason = @p3, reason_object = @p4, reason_since = @p5 WHERE run = @p1 AND node = @p2
