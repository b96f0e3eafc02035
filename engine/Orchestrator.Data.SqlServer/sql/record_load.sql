DELETE FROM orchestrator.loads WHERE load_table = @load;
INSERT INTO orchestrator.loads (load_table, target_schema, target_name, attempt)
VALUES (@load, @schema, @name, @attempt)
