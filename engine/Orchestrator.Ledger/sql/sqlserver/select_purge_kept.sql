SELECT run FROM orchestrator.scopes WHERE closed_at IS NULL
UNION SELECT run FROM orchestrator.attempts WHERE attempt = (SELECT max(attempt) FROM orchestrator.attempts)
UNION SELECT run FROM orchestrator.scopes WHERE scope = (SELECT max(scope) FROM orchestrator.scopes)
UNION SELECT run FROM orchestrator.requests WHERE request = (SELECT max(request) FROM orchestrator.requests)
UNION SELECT a.run FROM orchestrator.attempts a JOIN orchestrator.files f ON f.attempt = a.attempt
    WHERE f.number = (SELECT max(number) FROM orchestrator.files)
