UPDATE orchestrator.attempts SET state = N'EndedUnexpectedly' WHERE run = @p1 AND state IN (N'Running', N'Cancelling')
