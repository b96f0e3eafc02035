SELECT run, node FROM attempts WHERE attempt = ?1
