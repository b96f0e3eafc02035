INSERT OR IGNORE INTO errors (attempt, code, class, phase, message, connection, script, line, server_code)
SELECT attempt, ?2, 'Transient', 'run', ?3, '', '', 0, ''
FROM attempts
WHERE run = ?1 AND state IN ('Running', 'Cancelling')
