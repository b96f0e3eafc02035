SELECT pg_logical_emit_message(true, 'orchestrator', 'flush')
