DELETE FROM scopes WHERE run = ?1
