INSERT INTO leases (batch, environment, run, token, host, user_name, process_id, boot_id, process_began, session,
                    renewed_at, lasts_until)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
ON CONFLICT (batch, environment) DO UPDATE
SET run = excluded.run, token = excluded.token, host = excluded.host, user_name = excluded.user_name,
    process_id = excluded.process_id, boot_id = excluded.boot_id, process_began = excluded.process_began,
    session = excluded.session, renewed_at = excluded.renewed_at, lasts_until = excluded.lasts_until
