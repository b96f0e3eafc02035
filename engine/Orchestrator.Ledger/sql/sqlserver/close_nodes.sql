UPDATE orchestrator.nodes
SET state = CASE WHEN state IN (N'Pending', N'Ready', N'Held') THEN N'Blocked' ELSE N'EndedUnexpectedly' END,
    why = @p2, since = @p3,
    reason = NULL, reason_object = N'', reason_since = NULL
WHERE run = @p1 AND state IN (N'Pending', N'Ready', N'Held', N'Running', N'Cancelling')
