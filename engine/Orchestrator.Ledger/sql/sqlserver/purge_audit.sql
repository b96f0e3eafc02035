DELETE TOP (@p3) FROM orchestrator.audit OUTPUT deleted.entry WHERE environment = @p1 AND at < @p2
