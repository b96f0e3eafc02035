INSERT INTO orchestrator.errors (attempt, code, class, phase, message, connection, script, line, server_code)
SELECT attempt, $2, 'Transient', 'run', $3, '', '', 0, ''
FROM orchestrator.attempts
WHERE run = $1 AND state IN ('Running', 'Cancelling')
ON CONFLICT (attempt) DO NOTHING
