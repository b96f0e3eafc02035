-- A number of a session is given once; a row whose lock nobody has is of one that is gone.
SELECT CAST(session AS CHAR), name
FROM orchestrator_sessions
WHERE (name = @name OR left(name, char_length(@name) + 1) = concat(@name, ' ')) AND session <> CONNECTION_ID()
  AND IS_USED_LOCK(concat('orchestrator-', id)) = session
ORDER BY session
