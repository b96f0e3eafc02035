SELECT made_at, path FROM backups ORDER BY number DESC
LIMIT 1
