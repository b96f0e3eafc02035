SELECT pg_advisory_xact_lock(7309871246112345);
