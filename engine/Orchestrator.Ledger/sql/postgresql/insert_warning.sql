INSERT INTO orchestrator.warnings (attempt, number, text) VALUES ($1, $2, $3)
