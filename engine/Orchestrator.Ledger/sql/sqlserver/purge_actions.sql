DELETE TOP (@p3) FROM orchestrator.actions OUTPUT deleted.action WHERE environment = @p1 AND asked_at < @p2
