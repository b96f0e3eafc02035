UPDATE orchestrator.attempts SET state = @p2, ended_at = @p3 WHERE attempt = @p1
