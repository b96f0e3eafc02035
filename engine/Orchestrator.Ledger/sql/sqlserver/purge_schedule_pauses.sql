DELETE TOP (@p3) FROM orchestrator.schedule_pauses OUTPUT deleted.pause WHERE environment = @p1 AND resumed_at < @p2
