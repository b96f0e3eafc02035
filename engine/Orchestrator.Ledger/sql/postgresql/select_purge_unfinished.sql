SELECT a.attempt, r.environment, n.name, n.purpose
FROM orchestrator.attempts a
JOIN orchestrator.runs r ON r.run = a.run
JOIN orchestrator.nodes n ON n.run = a.run AND n.node = a.node
WHERE NOT (a.state = 'Hardened' OR a.state = 'Succeeded' AND a.scope IS NULL)
  AND (r.ended_at < $1 OR r.purged_at IS NOT NULL)
  AND (n.purpose = 'Load' OR NOT EXISTS (
      SELECT 1 FROM orchestrator.requests q
      JOIN orchestrator.runs sr ON sr.run = q.run
      JOIN orchestrator.nodes s ON s.run = q.run AND s.name = n.name AND s.state = 'SkippedByOperator'
      LEFT JOIN orchestrator.nodes c ON c.run = s.run AND c.node = s.parent
      LEFT JOIN orchestrator.nodes l ON l.run = s.run AND l.node = c.parent
      LEFT JOIN orchestrator.nodes p ON p.run = s.run AND p.node = l.parent
      WHERE q.verb = 'Skip' AND q.value = 'success' AND q.outcome = 'Done' AND q.run > a.run
        AND sr.environment = r.environment
        AND (q.node = s.node OR q.node = s.parent OR q.node = c.parent OR q.node = l.parent OR q.node = p.parent)))
