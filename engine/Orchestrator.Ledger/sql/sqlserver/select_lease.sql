SELECT run, token, host, user_name, process_id, boot_id, process_began, session, renewed_at, lasts_until
FROM orchestrator.leases
WHERE batch = @p1 AND environment = @p2
