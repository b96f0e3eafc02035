INSERT INTO orchestrator.attempt_evidence (attempt, commits, commit_time, log_bytes, log_time, log_time_how, missing)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7)
