SELECT run FROM scopes WHERE closed_at IS NULL
UNION SELECT run FROM attempts WHERE attempt = (SELECT max(attempt) FROM attempts)
UNION SELECT run FROM scopes WHERE scope = (SELECT max(scope) FROM scopes)
UNION SELECT run FROM requests WHERE request = (SELECT max(request) FROM requests)
UNION SELECT a.run FROM attempts a JOIN files f ON f.attempt = a.attempt
    WHERE f.number = (SELECT max(number) FROM files)
