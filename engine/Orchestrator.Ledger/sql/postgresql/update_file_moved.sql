UPDATE orchestrator.files SET to_move = '', moved_to = $2 WHERE number = $1
