CREATE TEMP VIEW audit AS
SELECT 0 AS entry, '' AS environment, 0 AS at, '' AS who, '' AS role, '' AS address, '' AS action, '' AS object,
       '' AS outcome, '' AS detail
WHERE 0
