CREATE TEMP VIEW files AS
SELECT 0 AS number, 0 AS attempt, '' AS environment, '' AS node, '' AS connection, '' AS path, 0 AS size,
       0 AS written_at, '' AS hash, '' AS outcome, '' AS to_move, '' AS moved_to
WHERE 0
