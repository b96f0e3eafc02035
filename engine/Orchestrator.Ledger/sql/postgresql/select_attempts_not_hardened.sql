SELECT a.attempt, a.run, a.node, a.number, n.name, n.parent
FROM orchestrator.attempts a
JOIN orchestrator.nodes n ON n.run = a.run AND n.node = a.node
WHERE a.scope = $1 AND a.state = 'Succeeded'
ORDER BY a.attempt
