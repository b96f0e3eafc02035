-- What is recorded of a run that died, by whoever finds it.

-- close_attempts: Ends its attempts that were at work.
UPDATE orchestrator.attempts SET state = 'EndedUnexpectedly' WHERE run = ?1 AND state IN ('Running', 'Cancelling')

-- close_errors: Notes why those failed, where they have not said it themselves.
INSERT INTO orchestrator.errors (attempt, code, class, phase, message, connection, script, line, server_code)
SELECT attempt, ?2, 'Transient', 'run', ?3, '', '', 0, ''
FROM orchestrator.attempts
WHERE run = ?1 AND state IN ('Running', 'Cancelling')
ON CONFLICT (attempt) DO NOTHING

-- close_errors [sqlserver]: there is no ON CONFLICT.
INSERT INTO orchestrator.errors (attempt, code, class, phase, message, connection, script, line, server_code)
SELECT a.attempt, ?2, N'Transient', N'run', ?3, N'', N'', 0, N''
FROM orchestrator.attempts a
WHERE a.run = ?1 AND a.state IN (N'Running', N'Cancelling')
  AND NOT EXISTS (SELECT 1 FROM orchestrator.errors e WHERE e.attempt = a.attempt)

-- close_nodes: Ends its nodes that were not over.
UPDATE orchestrator.nodes
SET state = CASE WHEN state IN ('Pending', 'Ready', 'Held') THEN 'Blocked' ELSE 'EndedUnexpectedly' END,
    why = ?2, since = ?3,
    reason = NULL, reason_object = '', reason_since = NULL
WHERE run = ?1 AND state IN ('Pending', 'Ready', 'Held', 'Running', 'Cancelling')

-- close_transitions: Adds those ends to the changes of its nodes.
INSERT INTO orchestrator.transitions (run, sequence, node, attempt, from_state, to_state, why, who, at)
SELECT n.run,
       coalesce((SELECT max(sequence) FROM orchestrator.transitions WHERE run = ?1), 0)
       + row_number() OVER (ORDER BY n.node),
       n.node, coalesce(a.number, 0), n.state,
       CASE WHEN n.state IN ('Pending', 'Ready', 'Held') THEN 'Blocked' ELSE 'EndedUnexpectedly' END, ?2, '', ?3
FROM orchestrator.nodes n
LEFT JOIN orchestrator.attempts a ON a.attempt = n.last_attempt
WHERE n.run = ?1 AND n.state IN ('Pending', 'Ready', 'Held', 'Running', 'Cancelling')

-- close_requests: Answers what was still asked of it.
UPDATE orchestrator.requests SET answered_at = {greatest asked_at, ?2}, outcome = ?3, answer = ?4
WHERE run = ?1 AND answered_at IS NULL
