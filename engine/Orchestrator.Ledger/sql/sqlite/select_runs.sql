SELECT run, id, solution, batch, environment, plan_hash, continues, gate_slots, processors, git_commit, version,
       host, user_name, process_id, boot_id, started_at, ended_at, verdict
FROM runs
WHERE purged_at IS NULL AND (?1 IS NULL OR batch = ?1) AND (?2 IS NULL OR environment = ?2)
ORDER BY run DESC
LIMIT ?3 OFFSET ?4
