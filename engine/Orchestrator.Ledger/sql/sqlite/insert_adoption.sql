INSERT INTO adoptions (environment, node, last_attempt, who, adopted_at, undone_to, after_change)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, COALESCE((SELECT max(change) FROM watermarks), 0))
