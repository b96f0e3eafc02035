SELECT each.solution, each.batch, each.project, each.state, count_big(*)
FROM (
    SELECT r.solution, r.batch, n.state, left(n.name, charindex(N'/', n.name + N'/') - 1) AS project
    FROM orchestrator.runs r
    JOIN orchestrator.nodes n ON n.run = r.run
    WHERE r.environment = @p1 AND r.run > @p2 AND r.run <= @p3
      AND r.ended_at IS NOT NULL AND r.purged_at IS NULL AND n.kind = N'Package'
) each
GROUP BY each.solution, each.batch, each.project, each.state
ORDER BY each.solution, each.batch, each.project, each.state
