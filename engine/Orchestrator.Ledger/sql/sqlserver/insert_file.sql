INSERT INTO orchestrator.files (attempt, environment, node, connection, path, size, written_at, hash, outcome, to_move, moved_to)
VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, @p9, @p10, '')
