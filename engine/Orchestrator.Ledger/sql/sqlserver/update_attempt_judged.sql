UPDATE orchestrator.attempts SET state = @p2 WHERE attempt = @p1 AND state = N'Succeeded'
