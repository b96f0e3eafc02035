INSERT INTO attempt_evidence (attempt, commits, commit_time, log_bytes, log_time, log_time_how, missing)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
