INSERT INTO orchestrator.plans (hash, json, recorded_at) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING
