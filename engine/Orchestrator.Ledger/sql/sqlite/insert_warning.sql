INSERT INTO warnings (attempt, number, text) VALUES (?1, ?2, ?3)
