SELECT each.solution, each.batch, each.project, each.reason, sum(each.duration)
FROM (
    SELECT r.solution, r.batch, w.reason, w.duration, substr(n.name, 1, instr(n.name || '/', '/') - 1) AS project
    FROM runs r
    JOIN attempts a ON a.run = r.run
    JOIN waits w ON w.attempt = a.attempt
    JOIN nodes n ON n.run = a.run AND n.node = a.node
    WHERE r.environment = ?1 AND r.run > ?2 AND r.run <= ?3
      AND r.ended_at IS NOT NULL AND r.purged_at IS NULL AND w.reason <> 'Working'
) each
GROUP BY each.solution, each.batch, each.project, each.reason
ORDER BY each.solution, each.batch, each.project, each.reason
