SELECT service, solution, environment, host, user_name, process_id, process_began, boot_id, version, address,
       started_at, renewed_at, stopped_at
FROM orchestrator.services
WHERE (@p1 IS NULL OR environment = @p1)
ORDER BY service DESC
OFFSET 0 ROWS FETCH NEXT @p2 ROWS ONLY
