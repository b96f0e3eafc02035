INSERT INTO attempt_waits (attempt, name, class, duration, seen, is_sampled)
VALUES (?1, ?2, ?3, ?4, ?5, ?6)
