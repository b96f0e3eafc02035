INSERT INTO orchestrator_sessions (id, name, session, since) VALUES (@id, left(@name, 400), CONNECTION_ID(), sysdate(6))
