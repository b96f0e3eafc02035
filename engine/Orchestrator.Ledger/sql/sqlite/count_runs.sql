SELECT count(*) FROM runs WHERE purged_at IS NULL
