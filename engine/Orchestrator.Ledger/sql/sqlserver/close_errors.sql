INSERT INTO orchestrator.errors (attempt, code, class, phase, message, connection, script, line, server_code)
SELECT a.attempt, @p2, N'Transient', N'run', @p3, N'', N'', 0, N''
FROM orchestrator.attempts a
WHERE a.run = @p1 AND a.state IN (N'Running', N'Cancelling')
  AND NOT EXISTS (SELECT 1 FROM orchestrator.errors e WHERE e.attempt = a.attempt)
