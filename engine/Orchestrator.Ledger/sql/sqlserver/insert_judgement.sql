INSERT INTO orchestrator.transitions (run, sequence, node, attempt, from_state, to_state, why, who, at)
SELECT @p1, coalesce(max(sequence), 0) + 1, @p2, @p3, N'Succeeded', @p4, @p5, @p6, @p7
FROM orchestrator.transitions
WHERE run = @p1
