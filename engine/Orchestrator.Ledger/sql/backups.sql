-- Copies that were made of this ledger.

-- insert_backup: Notes a copy.
INSERT INTO orchestrator.backups (number, made_at, path, who)
SELECT coalesce(max(number), 0) + 1, ?1, ?2, ?3 FROM orchestrator.backups

-- select_last_backup: The newest copy.
SELECT {top 1} made_at, path FROM orchestrator.backups ORDER BY number DESC
{limit 1}
