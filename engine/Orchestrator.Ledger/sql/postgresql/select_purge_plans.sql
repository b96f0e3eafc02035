SELECT hash FROM orchestrator.plans p
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.runs r WHERE r.plan_hash = p.hash)
