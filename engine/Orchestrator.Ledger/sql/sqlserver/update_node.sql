UPDATE orchestrator.nodes
SET state = @p3, since = @p4, why = @p5, last_attempt = coalesce(@p6, last_attempt),
    reason = NULL, reason_object = N'', reason_since = NULL
WHERE run = @p1 AND node = @p2
