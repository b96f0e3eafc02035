SELECT hash FROM plans p
WHERE NOT EXISTS (SELECT 1 FROM runs r WHERE r.plan_hash = p.hash)
