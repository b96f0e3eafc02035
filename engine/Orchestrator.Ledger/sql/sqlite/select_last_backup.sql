SELECT made_at, file FROM backups ORDER BY backup DESC
LIMIT 1
