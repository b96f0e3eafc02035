INSERT INTO orchestrator.plans (hash, json, recorded_at)
SELECT @p1, @p2, @p3
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.plans WITH (UPDLOCK, HOLDLOCK) WHERE hash = @p1)
