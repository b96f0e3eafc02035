INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)
