SELECT name, value, came_from FROM run_options WHERE run = ?1 ORDER BY name
