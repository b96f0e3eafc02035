SELECT service, solution, environment, host, user_name, process_id, process_began, boot_id, version, address,
       started_at, renewed_at, stopped_at
FROM orchestrator.services
WHERE ($1 IS NULL OR environment = $1)
ORDER BY service DESC
LIMIT $2
