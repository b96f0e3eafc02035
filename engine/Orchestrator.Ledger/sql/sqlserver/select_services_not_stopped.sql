SELECT service, solution, environment, host, user_name, process_id, process_began, boot_id, version, address,
       started_at, renewed_at, stopped_at
FROM orchestrator.services
WHERE environment = @p1 AND stopped_at IS NULL
ORDER BY service
