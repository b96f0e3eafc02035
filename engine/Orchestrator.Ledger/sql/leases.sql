-- Who has the right to run a batch in an environment, and until when.

-- select_lease: The lease of a batch in an environment.
SELECT {lease.*}
FROM orchestrator.leases
WHERE batch = ?1 AND environment = ?2

-- select_leases: All leases.
SELECT {lease.*}, batch, environment
FROM orchestrator.leases
ORDER BY batch, environment

-- upsert_lease: Takes a lease, whoever had it.
INSERT INTO orchestrator.leases (batch, environment, run, token, host, user_name, process_id, boot_id, process_began,
                                 session, renewed_at, lasts_until)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
ON CONFLICT (batch, environment) DO UPDATE
SET run = excluded.run, token = excluded.token, host = excluded.host, user_name = excluded.user_name,
    process_id = excluded.process_id, boot_id = excluded.boot_id, process_began = excluded.process_began,
    session = excluded.session, renewed_at = excluded.renewed_at, lasts_until = excluded.lasts_until

-- upsert_lease [sqlserver]: there is no ON CONFLICT: what is there is changed, else it is added.
UPDATE orchestrator.leases
SET run = ?3, token = ?4, host = ?5, user_name = ?6, process_id = ?7, boot_id = ?8, process_began = ?9,
    session = ?10, renewed_at = ?11, lasts_until = ?12
WHERE batch = ?1 AND environment = ?2
IF @@ROWCOUNT = 0
INSERT INTO orchestrator.leases (batch, environment, run, token, host, user_name, process_id, boot_id, process_began,
                                 session, renewed_at, lasts_until)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)

-- update_lease: Lets a lease last longer.
UPDATE orchestrator.leases SET renewed_at = ?4, lasts_until = ?5
{inserted lasts_until}
WHERE batch = ?1 AND environment = ?2 AND session = ?3
{returning lasts_until}

-- lock_lease: Keeps others from taking a lease before the transaction ends.
UPDATE orchestrator.leases SET run = run
{inserted lasts_until}
WHERE batch = ?1 AND environment = ?2 AND session = ?3
{returning lasts_until}

-- delete_lease: Gives a lease back.
DELETE FROM orchestrator.leases WHERE batch = ?1 AND environment = ?2 AND session = ?3
