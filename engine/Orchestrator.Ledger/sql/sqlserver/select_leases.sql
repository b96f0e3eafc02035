SELECT run, token, host, user_name, process_id, boot_id, process_began, session, renewed_at, lasts_until,
       batch, environment
FROM orchestrator.leases
ORDER BY batch, environment
