REPLACE INTO orchestrator_flushes (id, flushed) VALUES (1, sysdate(6))
