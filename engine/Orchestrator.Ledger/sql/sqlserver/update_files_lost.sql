UPDATE orchestrator.files SET outcome = @p2, to_move = N'' WHERE attempt = @p1 AND outcome IN (@p3, @p4)
