UPDATE orchestrator.alerts SET state = @p1, due_at = @p2, ended_at = @p3, last_error = @p4 OUTPUT inserted.alert
WHERE message = @p5 AND tries = @p6 AND ended_at IS NULL
