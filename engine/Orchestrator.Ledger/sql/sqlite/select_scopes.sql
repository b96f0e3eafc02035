SELECT scope, run, token, connection, platform, server, database_name, kind, setting_found, setting_set, owner, state,
       opened_at, changed_at, hardened_at, closed_at, why
FROM scopes
WHERE ?1 IS NULL OR run = ?1
ORDER BY scope DESC
LIMIT ?2
