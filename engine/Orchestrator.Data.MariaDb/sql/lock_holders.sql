-- Who holds the definition of a table the server tells nobody: these work in the database, first who names the table.
-- Those of our own run wait as we do, unless their statement names it.
SELECT concat('perhaps session ', p.ID, ' (', p.USER, ' from ', p.HOST, ')')
FROM information_schema.PROCESSLIST AS p
WHERE p.DB = DATABASE() AND p.ID NOT IN (CONNECTION_ID(), @session)
  AND coalesce(p.STATE, '') NOT LIKE 'Waiting for table%'
  AND (instr(coalesce(p.INFO, ''), @name) > 0 OR p.ID NOT IN (
    SELECT s.session
    FROM orchestrator_sessions AS s
    JOIN orchestrator_sessions AS o ON substring_index(o.name, ' ', 2) = substring_index(s.name, ' ', 2)
    WHERE o.session = CONNECTION_ID()))
ORDER BY CASE WHEN instr(coalesce(p.INFO, ''), @name) > 0 THEN 0 ELSE 1 END, p.TIME DESC
LIMIT 3
