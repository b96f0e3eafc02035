SELECT TOP (1) f.number
FROM orchestrator.files f
WHERE f.environment = @p1 AND f.node = @p2 AND f.outcome IN (@p3, @p4)
