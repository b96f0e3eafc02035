UPDATE orchestrator.attempts SET rows_moved = rows_read WHERE load_path = 'moved';
