SELECT a.attempt,
    (SELECT count_big(*) FROM orchestrator.run_options o
     WHERE o.run = a.run AND o.name = @p3)
FROM orchestrator.nodes n
JOIN orchestrator.runs r ON r.run = n.run
JOIN orchestrator.attempts a ON a.run = n.run AND a.node = n.node
WHERE n.name = @p1 AND r.environment = @p2 AND NOT (a.state = N'Hardened' OR a.state = N'Succeeded' AND a.scope IS NULL)
  AND a.attempt > COALESCE((
      SELECT max(done.attempt)
      FROM orchestrator.nodes dn
      JOIN orchestrator.runs dr ON dr.run = dn.run
      JOIN orchestrator.attempts done ON done.run = dn.run AND done.node = dn.node
      WHERE dn.name = @p1 AND dr.environment = @p2 AND done.load_path <> ''
        AND (done.state = N'Hardened' OR done.state = N'Succeeded' AND done.scope IS NULL)
        AND NOT EXISTS (
            SELECT 1 FROM orchestrator.adoptions u
            WHERE u.node = @p1 AND u.environment = @p2
              AND done.attempt > u.last_attempt AND done.attempt <= u.undone_to)), 0)
  AND a.attempt > COALESCE((
      SELECT max(o.last_attempt) FROM orchestrator.adoptions o
      WHERE o.node = @p1 AND o.environment = @p2 AND o.undone_to = 0), 0)
ORDER BY a.attempt
