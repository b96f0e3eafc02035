SELECT run, id, solution, batch, environment, plan_hash, continues, gate_slots, processors, git_commit, version,
       host, user_name, process_id, boot_id, started_at, ended_at, verdict
FROM orchestrator.runs
WHERE purged_at IS NULL AND (@p1 IS NULL OR batch = @p1) AND (@p2 IS NULL OR environment = @p2)
ORDER BY run DESC
OFFSET @p4 ROWS FETCH NEXT @p3 ROWS ONLY
