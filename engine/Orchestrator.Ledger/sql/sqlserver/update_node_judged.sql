UPDATE orchestrator.nodes
SET state = @p3, since = @p4, why = @p5
WHERE run = @p1 AND node = @p2 AND state = N'Succeeded'
