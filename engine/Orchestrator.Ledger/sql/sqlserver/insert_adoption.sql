INSERT INTO orchestrator.adoptions (environment, node, last_attempt, who, adopted_at)
VALUES (@p1, @p2, @p3, @p4, @p5)
