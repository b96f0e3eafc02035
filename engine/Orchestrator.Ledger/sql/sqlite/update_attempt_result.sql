UPDATE attempts
SET load_path = ?2, bytes_read = ?3, rows_read = ?4, rows_inserted = ?5, rows_updated = ?6, rows_unchanged = ?7,
    rows_duplicate = ?8, rows_filtered = ?9, rows_rejected = ?10, rows_truncated = ?11, thread = ?12,
    rows_closed = ?13
WHERE attempt = ?1
