INSERT INTO requests (run, verb, node, value, reason, who, asked_at, answered_at, outcome, answer)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, '', ''
WHERE EXISTS (SELECT 1 FROM runs WHERE run = ?1 AND ended_at IS NULL)
RETURNING request
