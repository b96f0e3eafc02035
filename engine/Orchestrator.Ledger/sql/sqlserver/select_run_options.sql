SELECT name, value, came_from FROM orchestrator.run_options WHERE run = @p1 ORDER BY name
