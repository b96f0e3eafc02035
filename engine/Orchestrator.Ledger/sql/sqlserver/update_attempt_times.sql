UPDATE orchestrator.attempts SET queued = @p2, waiting = @p3, working = @p4 WHERE attempt = @p1
