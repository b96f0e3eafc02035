SELECT TOP (@p2) scope, run, token, connection, platform, server, database_name, kind, setting_found, setting_set,
       owner, state,
       opened_at, changed_at, hardened_at, closed_at, why
FROM orchestrator.scopes
WHERE @p1 IS NULL OR run = @p1
ORDER BY scope DESC
