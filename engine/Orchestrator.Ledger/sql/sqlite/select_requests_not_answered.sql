SELECT request, run, verb, node, value, reason, who, asked_at, answered_at, outcome, answer
FROM requests
WHERE run = ?1 AND answered_at IS NULL
ORDER BY request
