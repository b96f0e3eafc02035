CREATE TEMP VIEW leases AS
SELECT '' AS batch, '' AS environment, 0 AS run, 0 AS token, '' AS host, '' AS user_name, 0 AS process_id,
       0 AS process_began, '' AS boot_id, '' AS session, 0 AS renewed_at, 0 AS lasts_until
WHERE 0
