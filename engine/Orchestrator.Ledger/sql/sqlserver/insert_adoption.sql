INSERT INTO orchestrator.adoptions (environment, node, last_attempt, who, adopted_at, undone_to, after_change)
SELECT @p1, @p2, @p3, @p4, @p5, @p6, COALESCE((SELECT max(change) FROM orchestrator.watermarks), 0)
