DELETE FROM requests WHERE run = ?1
