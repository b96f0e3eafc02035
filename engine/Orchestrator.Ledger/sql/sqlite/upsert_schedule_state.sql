INSERT INTO schedule_states (batch, trigger_name, environment, definition_hash, first_seen_at)
VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (batch, trigger_name, environment) DO UPDATE
SET first_seen_at = CASE WHEN schedule_states.definition_hash = excluded.definition_hash
                         THEN schedule_states.first_seen_at ELSE excluded.first_seen_at END,
    seen = CASE WHEN schedule_states.definition_hash = excluded.definition_hash
                THEN schedule_states.seen ELSE '' END,
    definition_hash = excluded.definition_hash
