SELECT name, value, came_from FROM orchestrator.run_options WHERE run = $1 ORDER BY name
