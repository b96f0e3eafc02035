UPDATE leases SET run = run
WHERE batch = ?1 AND environment = ?2 AND session = ?3
RETURNING lasts_until
