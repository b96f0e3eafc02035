SELECT max(coalesce(ended_at, due_at))
FROM orchestrator.alerts
WHERE environment = @p1 AND target_hash = @p2 AND cause = @p3 AND message <> '' AND noticed_at > @p4
