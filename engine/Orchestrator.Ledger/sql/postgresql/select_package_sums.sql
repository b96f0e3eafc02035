SELECT each.solution, each.batch, each.project, each.state, count(*)
FROM (
    SELECT r.solution, r.batch, n.state, split_part(n.name, '/', 1) AS project
    FROM orchestrator.runs r
    JOIN orchestrator.nodes n ON n.run = r.run
    WHERE r.environment = $1 AND r.run > $2 AND r.run <= $3
      AND r.ended_at IS NOT NULL AND r.purged_at IS NULL AND n.kind = 'Package'
) each
GROUP BY each.solution, each.batch, each.project, each.state
ORDER BY each.solution, each.batch, each.project, each.state
