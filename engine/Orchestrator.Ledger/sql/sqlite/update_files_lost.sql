UPDATE files SET outcome = ?2, to_move = '' WHERE attempt = ?1 AND outcome IN (?3, ?4)
