UPDATE orchestrator.files SET to_move = '', moved_to = @p2 WHERE number = @p1
