SELECT a.run, a.attempt, a.state, COALESCE(e.class, '')
FROM nodes n
JOIN runs r ON r.run = n.run
JOIN attempts a ON a.run = n.run AND a.node = n.node
LEFT JOIN errors e ON e.attempt = a.attempt
WHERE n.name = ?1 AND n.package_kind = ?5 AND r.environment = ?2 AND a.attempt < ?3 AND COALESCE(e.code, '') <> ?4
  AND NOT EXISTS (
      SELECT 1 FROM requests q
      JOIN runs sr ON sr.run = q.run
      JOIN nodes s ON s.run = q.run AND s.name = n.name AND s.state = 'SkippedByOperator'
      LEFT JOIN nodes c ON c.run = s.run AND c.node = s.parent
      LEFT JOIN nodes l ON l.run = s.run AND l.node = c.parent
      LEFT JOIN nodes p ON p.run = s.run AND p.node = l.parent
      WHERE q.verb = 'Skip' AND q.value = 'success' AND q.outcome = 'Done' AND q.run > a.run
        AND sr.environment = r.environment
        AND (q.node = s.node OR q.node = s.parent OR q.node = c.parent OR q.node = l.parent OR q.node = p.parent))
ORDER BY n.run DESC, a.number DESC LIMIT 1
