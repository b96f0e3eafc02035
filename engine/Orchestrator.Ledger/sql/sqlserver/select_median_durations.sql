WITH recent AS (
    SELECT TOP (@p2) run FROM orchestrator.runs WHERE environment = @p1 ORDER BY run DESC
), ranked AS (
    SELECT n.name, a.working,
           row_number() OVER (PARTITION BY n.name ORDER BY a.working) AS place,
           count(*) OVER (PARTITION BY n.name) AS many
    FROM recent
    JOIN orchestrator.attempts a ON a.run = recent.run
        AND (a.state = N'Hardened' OR a.state = N'Succeeded' AND a.scope IS NULL)
    JOIN orchestrator.nodes n ON n.run = a.run AND n.node = a.node
)
SELECT name, CAST(avg(working) AS bigint)
FROM ranked
WHERE place IN ((many + 1) / 2, (many + 2) / 2)
GROUP BY name
ORDER BY name
