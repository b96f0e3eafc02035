INSERT OR REPLACE INTO orchestrator_loads (load_table, target, attempt)
VALUES ($load, $target, $attempt)
