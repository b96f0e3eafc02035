CREATE TEMP VIEW plan_files AS
SELECT '' AS hash, 0 AS place, '' AS path, '' AS content
WHERE 0
