DELETE TOP (@p3) FROM orchestrator.services OUTPUT deleted.service WHERE environment = @p1 AND stopped_at < @p2
