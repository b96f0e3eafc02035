DELETE TOP (@p3) FROM orchestrator.run_wishes OUTPUT deleted.wish WHERE environment = @p1 AND answered_at < @p2
