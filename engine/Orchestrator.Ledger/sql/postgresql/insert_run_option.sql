INSERT INTO orchestrator.run_options (run, name, value, came_from) VALUES ($1, $2, $3, $4)
