INSERT INTO orchestrator.plan_files (hash, place, path, content) VALUES (@p1, @p2, @p3, @p4)
