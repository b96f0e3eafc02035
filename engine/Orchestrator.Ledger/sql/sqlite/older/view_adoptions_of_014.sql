CREATE TEMP VIEW adoptions AS
SELECT adoption, environment, node, last_attempt, who, adopted_at, 0 AS after_change, 0 AS undone_to
FROM main.adoptions
