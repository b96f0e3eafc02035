SELECT run, id, solution, batch, environment, plan_hash, continues, gate_slots, processors, git_commit, version,
       host, user_name, process_id, boot_id, started_at, ended_at, verdict
FROM runs
WHERE purged_at IS NULL AND run = ?1
