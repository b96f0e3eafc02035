SELECT COALESCE(max(done.attempt), 0)
FROM nodes n
JOIN runs r ON r.run = n.run
JOIN attempts done ON done.run = n.run AND done.node = n.node
WHERE n.name = ?1 AND r.environment = ?2 AND done.load_path <> ''
  AND (done.state = 'Hardened' OR done.state = 'Succeeded' AND done.scope IS NULL)
  AND NOT EXISTS (
      SELECT 1 FROM adoptions u
      WHERE u.node = ?1 AND u.environment = ?2
        AND done.attempt > u.last_attempt AND done.attempt <= u.undone_to)
