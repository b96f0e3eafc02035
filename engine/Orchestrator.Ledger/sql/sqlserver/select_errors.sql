SELECT a.node, e.attempt, a.number, e.code, e.class, e.phase, e.message, e.connection, e.script, e.line, e.server_code
FROM orchestrator.attempts a
JOIN orchestrator.errors e ON e.attempt = a.attempt
WHERE a.run = @p1
ORDER BY e.attempt
