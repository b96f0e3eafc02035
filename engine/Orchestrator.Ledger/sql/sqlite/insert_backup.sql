INSERT INTO backups (backup, made_at, file, who)
SELECT coalesce(max(backup), 0) + 1, ?1, ?2, ?3 FROM backups
