INSERT INTO orchestrator.transitions (run, sequence, node, attempt, from_state, to_state, why, who, at)
SELECT n.run,
       coalesce((SELECT max(sequence) FROM orchestrator.transitions WHERE run = @p1), 0)
       + row_number() OVER (ORDER BY n.node),
       n.node, coalesce(a.number, 0), n.state,
       CASE WHEN n.state IN (N'Pending', N'Ready', N'Held') THEN N'Blocked' ELSE N'EndedUnexpectedly' END,
       @p2, N'', @p3
FROM orchestrator.nodes n
LEFT JOIN orchestrator.attempts a ON a.attempt = n.last_attempt
WHERE n.run = @p1 AND n.state IN (N'Pending', N'Ready', N'Held', N'Running', N'Cancelling')
