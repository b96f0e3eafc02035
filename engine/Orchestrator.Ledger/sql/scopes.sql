-- What runs change of the durability of databases.

-- insert_scope: Opens a scope.
INSERT INTO orchestrator.scopes (run, token, connection, platform, server, database_name, kind, setting_found,
                                 setting_set, owner, state, opened_at, changed_at, hardened_at, closed_at, why)
{inserted scope}
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
{returning scope}

-- update_scope: Changes a scope that is not closed.
UPDATE orchestrator.scopes
SET state = ?2, setting_found = ?3, setting_set = ?4, changed_at = ?5, closed_at = ?6, why = ?7
WHERE scope = ?1 AND closed_at IS NULL

-- update_scope_hardened: Notes how far the attempts of a scope are on disk.
UPDATE orchestrator.scopes
SET hardened_at = (SELECT a.ended_at FROM orchestrator.attempts a WHERE a.attempt = ?1)
WHERE scope = (SELECT a.scope FROM orchestrator.attempts a WHERE a.attempt = ?1)
  AND coalesce(hardened_at, 0) < (SELECT a.ended_at FROM orchestrator.attempts a WHERE a.attempt = ?1)

-- select_scopes: Scopes, newest first.
SELECT {top ?2} {scope.*}
FROM orchestrator.scopes
WHERE ?1 IS NULL OR run = ?1
ORDER BY scope DESC
{limit ?2}

-- select_scopes_open: The scopes that are not closed, oldest first.
SELECT {scope.*}
FROM orchestrator.scopes
WHERE closed_at IS NULL
ORDER BY scope

-- select_attempts_not_hardened: The attempts of a scope that succeeded and are not known to be on disk.
SELECT a.attempt, a.run, a.node, a.number, n.name, n.parent
FROM orchestrator.attempts a
JOIN orchestrator.nodes n ON n.run = a.run AND n.node = a.node
WHERE a.scope = ?1 AND a.state = 'Succeeded'
ORDER BY a.attempt
