SELECT name, type FROM sqlite_master
WHERE type IN ('table', 'view') AND name LIKE 'orchestrator\_%' ESCAPE '\'
ORDER BY name
