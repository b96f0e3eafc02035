-- CROSS: in this order, which the planner does not see.
WITH recent AS (
    SELECT run FROM runs WHERE environment = ?1 ORDER BY run DESC LIMIT ?2
), ranked AS (
    SELECT n.name, a.working,
           row_number() OVER (PARTITION BY n.name ORDER BY a.working) AS place,
           count(*) OVER (PARTITION BY n.name) AS many
    FROM recent
    CROSS JOIN attempts a ON a.run = recent.run
        AND (a.state = 'Hardened' OR a.state = 'Succeeded' AND a.scope IS NULL)
    CROSS JOIN nodes n ON n.run = a.run AND n.node = a.node
)
SELECT name, CAST(avg(working) AS INTEGER)
FROM ranked
WHERE place IN ((many + 1) / 2, (many + 2) / 2)
GROUP BY name
ORDER BY name
