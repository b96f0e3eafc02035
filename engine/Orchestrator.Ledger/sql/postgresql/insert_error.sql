INSERT INTO orchestrator.errors (attempt, code, class, phase, message, connection, script, line, server_code)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
