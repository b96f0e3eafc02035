INSERT INTO files (attempt, environment, node, connection, path, size, written_at, hash, outcome, to_move, moved_to)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, '')
