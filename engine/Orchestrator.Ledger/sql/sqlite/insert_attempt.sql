INSERT INTO attempts (run, node, number, state, started_at, scope) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
RETURNING attempt
