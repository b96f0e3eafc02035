SELECT run, token, host, user_name, process_id, boot_id, process_began, session, renewed_at, lasts_until
FROM leases
WHERE batch = ?1 AND environment = ?2
