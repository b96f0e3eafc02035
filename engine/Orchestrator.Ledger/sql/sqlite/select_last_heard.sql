SELECT coalesce((SELECT max(at) FROM transitions WHERE run = ?1), (SELECT started_at FROM runs WHERE run = ?1))
