INSERT INTO services (solution, environment, host, user_name, process_id, process_began, boot_id, version, address,
                      started_at, renewed_at, stopped_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, NULL)
RETURNING service
