SELECT TOP (1) a.run, a.attempt, a.state, COALESCE(e.class, N'')
FROM orchestrator.nodes n
JOIN orchestrator.runs r ON r.run = n.run
JOIN orchestrator.attempts a ON a.run = n.run AND a.node = n.node
LEFT JOIN orchestrator.errors e ON e.attempt = a.attempt
WHERE n.name = @p1 AND n.package_kind = @p5 AND r.environment = @p2 AND a.attempt < @p3 AND COALESCE(e.code, N'') <> @p4
  AND NOT EXISTS (
      SELECT 1 FROM orchestrator.requests q
      JOIN orchestrator.runs sr ON sr.run = q.run
      JOIN orchestrator.nodes s ON s.run = q.run AND s.name = n.name AND s.state = N'SkippedByOperator'
      LEFT JOIN orchestrator.nodes c ON c.run = s.run AND c.node = s.parent
      LEFT JOIN orchestrator.nodes l ON l.run = s.run AND l.node = c.parent
      LEFT JOIN orchestrator.nodes p ON p.run = s.run AND p.node = l.parent
      WHERE q.verb = N'Skip' AND q.value = N'success' AND q.outcome = N'Done' AND q.run > a.run
        AND sr.environment = r.environment
        AND (q.node = s.node OR q.node = s.parent OR q.node = c.parent OR q.node = l.parent OR q.node = p.parent))
ORDER BY n.run DESC, a.number DESC
