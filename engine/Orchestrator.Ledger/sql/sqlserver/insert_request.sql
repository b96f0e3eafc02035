INSERT INTO orchestrator.requests (run, verb, node, value, reason, who, asked_at, answered_at, outcome, answer)
OUTPUT inserted.request
SELECT @p1, @p2, @p3, @p4, @p5, @p6, @p7, NULL, N'', N''
WHERE EXISTS (SELECT 1 FROM orchestrator.runs WHERE run = @p1 AND ended_at IS NULL)
