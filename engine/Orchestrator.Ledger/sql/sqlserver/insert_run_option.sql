INSERT INTO orchestrator.run_options (run, name, value, came_from) VALUES (@p1, @p2, @p3, @p4)
