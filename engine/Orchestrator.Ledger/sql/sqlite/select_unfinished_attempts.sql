SELECT a.attempt,
    (SELECT count(*) FROM run_options o WHERE o.run = a.run AND o.name = ?3)
FROM nodes n
JOIN runs r ON r.run = n.run
JOIN attempts a ON a.run = n.run AND a.node = n.node
WHERE n.name = ?1 AND r.environment = ?2 AND NOT (a.state = 'Hardened' OR a.state = 'Succeeded' AND a.scope IS NULL)
  AND a.attempt > COALESCE((
      SELECT max(done.attempt)
      FROM nodes dn
      JOIN runs dr ON dr.run = dn.run
      JOIN attempts done ON done.run = dn.run AND done.node = dn.node
      WHERE dn.name = ?1 AND dr.environment = ?2 AND done.load_path <> ''
        AND (done.state = 'Hardened' OR done.state = 'Succeeded' AND done.scope IS NULL)
        AND NOT EXISTS (
            SELECT 1 FROM adoptions u
            WHERE u.node = ?1 AND u.environment = ?2
              AND done.attempt > u.last_attempt AND done.attempt <= u.undone_to)), 0)
  AND a.attempt > COALESCE((
      SELECT max(o.last_attempt) FROM adoptions o
      WHERE o.node = ?1 AND o.environment = ?2 AND o.undone_to = 0), 0)
ORDER BY a.attempt
