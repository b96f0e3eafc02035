INSERT INTO run_samples (run, connection, taken_at, commits, flushes, log_bytes, wait_log_write, wait_lock,
    wait_latch, wait_io, wait_network, wait_cpu, wait_other)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
