INSERT INTO orchestrator.run_waits (run, connection, name, class, duration, seen, is_sampled)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (run, connection, name) DO UPDATE SET duration = excluded.duration, seen = excluded.seen
