INSERT INTO orchestrator.waits (attempt, reason, duration) VALUES ($1, $2, $3)
ON CONFLICT (attempt, reason) DO UPDATE SET duration = excluded.duration
