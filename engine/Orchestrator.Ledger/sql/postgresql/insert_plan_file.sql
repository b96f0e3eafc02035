INSERT INTO orchestrator.plan_files (hash, place, path, content) VALUES ($1, $2, $3, $4)
