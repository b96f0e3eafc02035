-- As migration 15 has it, where none is made.
COALESCE((
    SELECT max(w.change) FROM main.watermarks w
    WHERE w.environment = adoptions.environment AND w.node = adoptions.node
      AND w.changed_at < adoptions.adopted_at), 0)
