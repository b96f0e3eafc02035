SELECT r.environment, n.name, max(a.attempt),
       max(CASE WHEN a.load_path <> '' THEN a.attempt ELSE 0 END)
FROM runs r
JOIN attempts a ON a.run = r.run AND (a.state = 'Hardened' OR a.state = 'Succeeded' AND a.scope IS NULL)
JOIN nodes n ON n.run = a.run AND n.node = a.node
GROUP BY r.environment, n.name
