SELECT 'it is a standby, which cannot be written' WHERE pg_is_in_recovery()
