DELETE FROM orchestrator.plans
WHERE hash = $1 AND NOT EXISTS (SELECT 1 FROM orchestrator.runs WHERE plan_hash = $1)
