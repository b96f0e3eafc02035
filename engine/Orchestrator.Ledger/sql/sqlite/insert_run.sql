INSERT INTO runs (id, solution, batch, environment, plan_hash, continues, gate_slots, processors, git_commit, version,
                  host, user_name, process_id, boot_id, started_at, files_hash)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
RETURNING run
