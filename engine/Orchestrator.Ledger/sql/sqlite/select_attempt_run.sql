SELECT a.run, a.state, r.id, a.scope
FROM attempts a
JOIN runs r ON r.run = a.run
WHERE a.attempt = ?1
