UPDATE orchestrator.scopes
SET state = @p2, setting_found = @p3, setting_set = @p4, changed_at = @p5, closed_at = @p6, why = @p7
WHERE scope = @p1 AND closed_at IS NULL
