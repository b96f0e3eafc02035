INSERT INTO orchestrator.warnings (attempt, number, text) VALUES (@p1, @p2, @p3)
