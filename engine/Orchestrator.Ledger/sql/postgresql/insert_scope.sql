INSERT INTO orchestrator.scopes (run, token, connection, platform, server, database_name, kind, setting_found,
                                 setting_set, owner, state, opened_at, changed_at, hardened_at, closed_at, why)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
RETURNING scope
