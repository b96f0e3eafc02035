INSERT INTO orchestrator.loads (load_table, target_schema, target_name, attempt)
VALUES (@load, @schema, @name, @attempt)
ON CONFLICT (load_table) DO UPDATE
SET target_schema = excluded.target_schema, target_name = excluded.target_name, attempt = excluded.attempt
