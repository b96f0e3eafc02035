INSERT INTO orchestrator.backups (backup, made_at, [file], who)
SELECT coalesce(max(backup), 0) + 1, @p1, @p2, @p3 FROM orchestrator.backups
