DELETE FROM plans
WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM runs WHERE plan_hash = ?1)
