SELECT each.solution, each.batch, each.project, each.reason, sum(each.duration)
FROM (
    SELECT r.solution, r.batch, w.reason, w.duration, left(n.name, charindex(N'/', n.name + N'/') - 1) AS project
    FROM orchestrator.runs r
    JOIN orchestrator.attempts a ON a.run = r.run
    JOIN orchestrator.waits w ON w.attempt = a.attempt
    JOIN orchestrator.nodes n ON n.run = a.run AND n.node = a.node
    WHERE r.environment = @p1 AND r.run > @p2 AND r.run <= @p3
      AND r.ended_at IS NOT NULL AND r.purged_at IS NULL AND w.reason <> N'Working'
) each
GROUP BY each.solution, each.batch, each.project, each.reason
ORDER BY each.solution, each.batch, each.project, each.reason
