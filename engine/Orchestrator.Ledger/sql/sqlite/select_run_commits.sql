SELECT commits FROM runs WHERE run = ?1
