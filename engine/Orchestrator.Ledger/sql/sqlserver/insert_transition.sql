INSERT INTO orchestrator.transitions (run, sequence, node, attempt, from_state, to_state, why, who, at)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9)
