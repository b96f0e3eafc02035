SELECT TOP (1) a.run, a.attempt, a.state, COALESCE(e.class, N'')
FROM orchestrator.nodes n
JOIN orchestrator.runs r ON r.run = n.run
JOIN orchestrator.attempts a ON a.run = n.run AND a.node = n.node
LEFT JOIN orchestrator.errors e ON e.attempt = a.attempt
WHERE n.name = @p1 AND n.package_kind = @p5 AND r.environment = @p2 AND a.attempt < @p3 AND COALESCE(e.code, N'') <> @p4
  AND NOT EXISTS (
      SELECT 1 FROM orchestrator.requests q
      JOIN orchestrator.nodes s ON s.run = q.run AND s.node = q.node
      JOIN orchestrator.runs sr ON sr.run = q.run
      WHERE q.verb = N'Skip' AND q.value = N'success' AND q.outcome = N'Done' AND q.run > a.run
        AND s.name = n.name AND sr.environment = r.environment)
ORDER BY n.run DESC, a.number DESC
