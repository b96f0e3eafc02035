CREATE TEMP VIEW services AS
SELECT 0 AS service, '' AS solution, '' AS environment, '' AS host, '' AS user_name, 0 AS process_id,
       0 AS process_began, '' AS boot_id, '' AS version, '' AS address, 0 AS started_at, 0 AS renewed_at,
       NULL AS stopped_at
WHERE 0
