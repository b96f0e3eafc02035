UPDATE leases SET renewed_at = ?4, lasts_until = ?5
WHERE batch = ?1 AND environment = ?2 AND session = ?3
RETURNING lasts_until
