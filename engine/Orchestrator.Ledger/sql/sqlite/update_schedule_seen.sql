UPDATE schedule_states SET seen = ?5
WHERE batch = ?1 AND trigger_name = ?2 AND environment = ?3 AND seen = ?4
RETURNING batch
