CREATE TEMP VIEW runs AS
SELECT run, id, solution, batch, environment, plan_hash, continues, gate_slots, processors, git_commit, version,
       host, user_name, process_id, boot_id, started_at, ended_at, verdict, '' AS files_hash, NULL AS purged_at
FROM main.runs
