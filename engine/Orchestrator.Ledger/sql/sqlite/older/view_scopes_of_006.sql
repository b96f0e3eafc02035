CREATE TEMP VIEW scopes AS
SELECT 0 AS scope, 0 AS run, 0 AS token, '' AS connection, '' AS platform, '' AS server, '' AS database_name,
       '' AS kind, '' AS setting_found, '' AS setting_set, '' AS owner, '' AS state, 0 AS opened_at,
       NULL AS changed_at, NULL AS hardened_at, NULL AS closed_at, '' AS why
WHERE 0
