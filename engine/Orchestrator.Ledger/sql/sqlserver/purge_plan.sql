DELETE FROM orchestrator.plans
WHERE hash = @p1 AND NOT EXISTS (SELECT 1 FROM orchestrator.runs WHERE plan_hash = @p1)
