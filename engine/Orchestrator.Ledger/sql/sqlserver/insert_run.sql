DECLARE @given TABLE (run bigint)
UPDATE orchestrator.ledger SET last_run = last_run + 1 OUTPUT inserted.last_run INTO @given
INSERT INTO orchestrator.runs (run, id, solution, batch, environment, plan_hash, continues, gate_slots, processors,
                               git_commit, version, host, user_name, process_id, boot_id, started_at,
                               files_hash)
OUTPUT inserted.run
SELECT run, @p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10, @p11, @p12, @p13, @p14, @p15, @p16 FROM @given
