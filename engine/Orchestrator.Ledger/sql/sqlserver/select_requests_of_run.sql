SELECT request, run, verb, node, value, reason, who, asked_at, answered_at, outcome, answer
FROM orchestrator.requests
WHERE run = @p1
ORDER BY request
