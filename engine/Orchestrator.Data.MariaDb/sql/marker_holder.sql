-- For a session that reads what is not committed: who has the row has written its run into it.
SELECT concat('run ', run) FROM orchestrator_markers WHERE object_schema = '' AND object_name = @name AND run > 0
