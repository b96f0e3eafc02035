SELECT COALESCE(
    (SELECT min(attempt) - 1 FROM attempts WHERE started_at >= ?1),
    (SELECT max(attempt) FROM attempts), 0)
