SELECT COALESCE(max(done.attempt), 0)
FROM orchestrator.nodes n
JOIN orchestrator.runs r ON r.run = n.run
JOIN orchestrator.attempts done ON done.run = n.run AND done.node = n.node
WHERE n.name = @p1 AND r.environment = @p2 AND done.load_path <> ''
  AND (done.state = N'Hardened' OR done.state = N'Succeeded' AND done.scope IS NULL)
  AND NOT EXISTS (
      SELECT 1 FROM orchestrator.adoptions u
      WHERE u.node = @p1 AND u.environment = @p2
        AND done.attempt > u.last_attempt AND done.attempt <= u.undone_to)
