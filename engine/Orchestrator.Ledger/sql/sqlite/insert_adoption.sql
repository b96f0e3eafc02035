INSERT INTO adoptions (environment, node, last_attempt, who, adopted_at)
VALUES (?1, ?2, ?3, ?4, ?5)
