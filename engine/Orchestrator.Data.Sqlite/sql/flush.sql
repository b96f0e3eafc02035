INSERT INTO orchestrator_flushes (id, flushes) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET flushes = flushes + 1
