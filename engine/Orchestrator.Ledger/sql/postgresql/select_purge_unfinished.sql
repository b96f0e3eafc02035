SELECT a.attempt, r.environment, n.name
FROM orchestrator.attempts a
JOIN orchestrator.runs r ON r.run = a.run
JOIN orchestrator.nodes n ON n.run = a.run AND n.node = a.node
WHERE NOT (a.state = 'Hardened' OR a.state = 'Succeeded' AND a.scope IS NULL)
  AND (r.ended_at < $1 OR r.purged_at IS NOT NULL) AND n.package_kind = 'load'
