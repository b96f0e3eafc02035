DELETE TOP (@p3) FROM orchestrator.alerts OUTPUT deleted.alert WHERE environment = @p1 AND ended_at < @p2
